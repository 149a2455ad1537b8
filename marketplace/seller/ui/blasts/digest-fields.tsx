/** What a digest says: its deals, each a card in the messenger, and words before them. */
import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import type { BlastDraft } from '#marketplace/seller/blasts/blast-draft.ts'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { PropertyList } from '#marketplace/seller/ui/property-list.tsx'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'

export function DigestFields({ desk, draft }: { desk: DeskStore; draft: BlastDraft }) {
  useSignals()
  const id = useId()
  const { message, propertyIds } = draft.fields.value
  return (
    <section aria-label="What it says" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-text-2">
        It goes to the messenger alone, and counts as one of the blasts a buyer gets in a week.
      </p>
      <label htmlFor={`${id}-message`} className="grid gap-1 font-medium text-sm">
        Message
        <textarea
          id={`${id}-message`}
          rows={2}
          maxLength={MESSAGE_MAX_LENGTH}
          value={message}
          onChange={(event) => draft.set({ message: event.currentTarget.value })}
          className="field-box font-regular"
        />
      </label>
      <PropertyList
        desk={desk}
        legend="Deals"
        kind="several"
        chosen={propertyIds}
        onChoose={(ids) => draft.set({ propertyIds: ids })}
      />
    </section>
  )
}
