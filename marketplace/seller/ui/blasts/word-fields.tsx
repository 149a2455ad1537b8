/** What a blast says: the way it goes, a subject, the words, and the deal. */
import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import { errorAt } from '#marketplace/kit/attempt.ts'
import type { BlastDraft } from '#marketplace/seller/blasts/blast-draft.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { AreaField, TextField } from '#marketplace/seller/ui/deals/fields.tsx'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import { forSale } from '#marketplace/seller/ui/property-list.tsx'
import { SUBJECT_MAX_LENGTH } from '#shared/contract/campaign-limits.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'

const CHANNELS = [
  ['email', 'Email'],
  ['sms', 'SMS'],
] as const

export function WordFields({ store, draft }: { store: SellerStore; draft: BlastDraft }) {
  useSignals()
  const id = useId()
  const { channel, subject, propertyId } = draft.fields.value
  const { rows, state, load } = store.properties
  return (
    <section aria-label="What it says" className="grid gap-4">
      <fieldset className="flex flex-wrap gap-4">
        <legend className="pb-1 font-medium text-sm">In the messenger, and by</legend>
        {CHANNELS.map(([value, label]) => (
          <label key={value} className="flex cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={`${id}-channel`}
              checked={channel === value}
              onChange={() => draft.set({ channel: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {state.value === 'failed' ? (
        <NotLoaded onRetry={() => void load()}>The deals could not be loaded.</NotLoaded>
      ) : (
        <label htmlFor={`${id}-deal`} className="grid gap-1 font-medium text-sm">
          Deal
          <select
            id={`${id}-deal`}
            value={propertyId ?? ''}
            onChange={({ currentTarget: { value } }) =>
              draft.set({ propertyId: value === '' ? null : Number(value) })
            }
            className="field-box font-regular"
          >
            <option value="">None</option>
            {forSale(rows.value, propertyId === null ? [] : [propertyId]).map((property) => (
              <option key={property.id} value={property.id}>
                {property.full_address}
              </option>
            ))}
          </select>
        </label>
      )}
      {channel === 'email' ? (
        <TextField
          label="Subject"
          hint="Leave empty to use the deal’s address and price."
          hides={null}
          value={subject}
          maxLength={SUBJECT_MAX_LENGTH}
          error={errorAt(draft.errors.value, 'subject')}
          onChange={(text) => draft.set({ subject: text })}
        />
      ) : null}
      <MessageField draft={draft} />
    </section>
  )
}

/** Also of a digest. */
export function MessageField({ draft }: { draft: BlastDraft }) {
  useSignals()
  return (
    <AreaField
      label="Message"
      hides={null}
      value={draft.fields.value.message}
      maxLength={MESSAGE_MAX_LENGTH}
      error={errorAt(draft.errors.value, 'message')}
      onChange={(text) => draft.set({ message: text })}
    />
  )
}
