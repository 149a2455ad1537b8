/** The hours at which texts and notices on devices wait. Kept as soon as they are chosen. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useId } from 'react'
import { Check, Select } from '#marketplace/kit/ui/form-fields.tsx'
import { USUAL_QUIET_HOURS } from '#shared/contract/notification-limits.ts'
import type { NotificationPreferencesWire } from '#shared/contract/notifications.ts'
import { zoneLabel } from '#shared/format/time-zones.ts'
import type { MatrixModel } from './matrix-model.ts'
import { MatrixProblem } from './matrix-problem.tsx'

interface QuietProps {
  model: MatrixModel
  known: NotificationPreferencesWire
  /** How to change the time zone. */
  children: ReactNode
}

export function QuietHours({ model, known: { quiet_hours, time_zone }, children }: QuietProps) {
  useSignals()
  const problemId = useId()
  const { from, until } = quiet_hours
  const hours = from && until ? { from, until } : null
  const problem = model.problem.value
  const isRefused = problem?.part === 'quiet_hours' && problem.kind === 'refused'
  // A message that names no field is about all of them.
  const named = ['from', 'until'].filter((name) => problem?.fields.includes(`quiet_hours.${name}`))
  const errorOf = (name: 'from' | 'until') =>
    isRefused && (named.length === 0 || named.includes(name)) ? problemId : undefined
  return (
    <div className="grid max-w-md gap-3">
      <Check
        label="Keep it quiet at these hours"
        isChecked={hours !== null}
        {...(isRefused && hours === null ? { invalidBy: problemId } : {})}
        onChange={(isOn) => void model.setQuietHours(isOn ? { ...USUAL_QUIET_HOURS } : null)}
      />
      {hours === null ? null : (
        <div className="grid grid-cols-2 gap-3">
          <Hour
            label="From"
            value={hours.from}
            invalidBy={errorOf('from')}
            onChange={(from) => void model.setQuietHours({ ...hours, from })}
          />
          <Hour
            label="Until"
            value={hours.until}
            invalidBy={errorOf('until')}
            onChange={(until) => void model.setQuietHours({ ...hours, until })}
          />
        </div>
      )}
      <MatrixProblem model={model} part="quiet_hours" id={problemId} />
      <p className="text-sm text-text-2">
        In your time zone, {zoneLabel(time_zone)}. {children}
      </p>
    </div>
  )
}

interface HourProps {
  label: string
  value: string
  invalidBy: string | undefined
  onChange: (value: string) => void
}

function Hour({ label, value, invalidBy, onChange }: HourProps) {
  const times = TIMES.includes(value) ? TIMES : [...TIMES, value].toSorted()
  return (
    <Select label={label} name={label} value={value} error={null} invalidBy={invalidBy} onChange={onChange}>
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
