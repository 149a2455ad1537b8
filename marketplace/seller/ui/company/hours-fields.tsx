/** The opening hours of a week and the time zone they are in. */
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { LAUNCHER_LABELS } from '#marketplace/seller/company/key-labels.ts'
import {
  minutesOf,
  newDay,
  type OpenDay,
  timeText,
  withDay,
} from '#marketplace/seller/company/launcher-draft.ts'
import { CheckField, SelectField } from '#marketplace/seller/ui/deals/fields.tsx'
import type { OpeningHours } from '#shared/contract/launcher.ts'
import { US_ZONES, zoneLabel } from '#shared/format/time-zones.ts'

interface HoursFieldsProps {
  hours: OpeningHours
  error: string | undefined
  onChange: (hours: OpeningHours) => void
}

export function HoursFields({ hours, error, onChange }: HoursFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{LAUNCHER_LABELS.hours}</legend>
      <SelectField
        label={LAUNCHER_LABELS.timeZone}
        value={hours.time_zone}
        options={timeZones(hours.time_zone)}
        onChange={(time_zone) => onChange({ ...hours, time_zone })}
      />
      <ul className="grid gap-2">
        {LAUNCHER_LABELS.days.map((name, day) => (
          <Day
            key={name}
            name={name}
            open={hours.days[day] ?? null}
            onChange={(open) => onChange(withDay(hours, day, open))}
          />
        ))}
      </ul>
      <FormProblem message={error} />
    </fieldset>
  )
}

function Day({ name, open, onChange }: { name: string; open: OpenDay; onChange: (open: OpenDay) => void }) {
  const time = (end: 'from' | 'to', label: string) =>
    open === null ? null : (
      <input
        type="time"
        aria-label={`${name}, ${label}`}
        className="field-box w-auto"
        value={timeText(open[end])}
        onChange={({ currentTarget }) => {
          const minutes = minutesOf(currentTarget.value)
          if (minutes !== null) onChange({ ...open, [end]: minutes })
        }}
      />
    )
  return (
    <li className="grid min-h-9 grid-cols-[8rem_minmax(0,1fr)] items-center gap-2">
      <CheckField
        label={name}
        isChecked={open !== null}
        onChange={(isOpen) => onChange(isOpen ? newDay() : null)}
      />
      {open === null ? (
        <span className="text-sm text-text-3">{LAUNCHER_LABELS.closed}</span>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          {time('from', 'opens')}
          <span aria-hidden="true">–</span>
          {time('to', 'closes')}
        </span>
      )}
    </li>
  )
}

/** Of the United States first of all, and the one that is chosen. */
const timeZones = (chosen: string) =>
  [...new Set([...US_ZONES.map(({ id }) => id), chosen])].map((value) => ({
    value,
    label: zoneLabel(value),
  }))
