/** The hours at which texts and notices on devices wait. Kept as soon as they are chosen. */
import type { ReactNode } from 'react'
import { Check, Select } from '#marketplace/kit/ui/form-fields.tsx'
import { USUAL_QUIET_HOURS } from '#shared/contract/notification-limits.ts'
import type { NotificationPreferencesWire } from '#shared/contract/notifications.ts'
import type { MatrixModel } from './matrix-model.ts'

interface QuietProps {
  model: MatrixModel
  known: NotificationPreferencesWire
  /** How to change the time zone. */
  children: ReactNode
}

export function QuietHours({ model, known: { quiet_hours, time_zone }, children }: QuietProps) {
  const { from, until } = quiet_hours
  const hours = from && until ? { from, until } : null
  return (
    <div className="grid max-w-md gap-3">
      <Check
        label="Keep it quiet at these hours"
        isChecked={hours !== null}
        onChange={(isOn) => void model.setQuietHours(isOn ? { ...USUAL_QUIET_HOURS } : null)}
      />
      {hours === null ? null : (
        <div className="grid grid-cols-2 gap-3">
          <Hour
            label="From"
            value={hours.from}
            onChange={(from) => void model.setQuietHours({ ...hours, from })}
          />
          <Hour
            label="Until"
            value={hours.until}
            onChange={(until) => void model.setQuietHours({ ...hours, until })}
          />
        </div>
      )}
      <p className="text-sm text-text-2">
        In your time zone, {time_zone.replaceAll('_', ' ')}. {children}
      </p>
    </div>
  )
}

interface HourProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function Hour({ label, value, onChange }: HourProps) {
  const times = TIMES.includes(value) ? TIMES : [...TIMES, value].toSorted()
  return (
    <Select label={label} name={label} value={value} error={null} onChange={onChange}>
      {times.map((time) => (
        <option key={time} value={time}>
          {said(time)}
        </option>
      ))}
    </Select>
  )
}

const TIMES = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0')
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`
})

/** e.g. `10:00 PM`. */
function said(time: string): string {
  const [hour = 0, minute = '00'] = [Number(time.slice(0, 2)), time.slice(3)]
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}
