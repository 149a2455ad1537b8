/** For how many days an installation keeps what nobody deletes by hand. */
import { Field } from '#marketplace/kit/ui/field.tsx'
import {
  keptDays,
  type OwnRetention,
  RETAINED,
  RETENTION,
  RETENTION_MAX_DAYS,
  type Retained,
} from '#shared/rules/site/retention.ts'

/** As typed. */
export type DaysDraft = Readonly<Record<Retained, string>>

const mapKinds = <T,>(daysFor: (kind: Retained) => T) =>
  Object.fromEntries(RETAINED.map((kind) => [kind, daysFor(kind)])) as Record<Retained, T>

export const daysOf = (own: OwnRetention): DaysDraft => mapKinds((kind) => String(keptDays(own, kind)))

/** An emptied field goes back to the product's days. */
export const readDays = (draft: DaysDraft): OwnRetention =>
  mapKinds((kind) => (draft[kind].trim() === '' ? RETENTION[kind].days : Math.round(Number(draft[kind]))))

interface Props {
  days: DaysDraft
  errorOf(field: string): string | null
  onChange(days: DaysDraft): void
}

export function RetentionFields({ days, errorOf, onChange }: Props) {
  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="mb-2 font-semibold text-md">How long records are kept, in days</legend>
      <p className="text-sm text-text-2">
        Older records are deleted within hours. The product's privacy policy shows these periods; a policy
        that you write yourself must state them.
      </p>
      {RETAINED.map((kind) => (
        <Field
          key={kind}
          label={RETENTION[kind].label}
          name={`retention.${kind}`}
          type="number"
          inputMode="numeric"
          help={`From ${RETENTION[kind].min} to ${RETENTION_MAX_DAYS}. Default: ${RETENTION[kind].days}.`}
          error={errorOf(`retention.${kind}`)}
          value={days[kind]}
          onChange={({ target: { value } }) => onChange({ ...days, [kind]: value })}
        />
      ))}
    </fieldset>
  )
}
