/** The buyer's own words on a deal. Nobody else sees them. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useSavingWhile, useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import { Button } from '#shared/ui/button.tsx'
import type { Deal } from './deal.ts'
import { createNotesModel } from './notes-model.ts'
import { Section } from './section.tsx'

const NOTE_MAX = 4000

export function Notes({ deal }: { deal: Deal }) {
  useSignals()
  const { api, clock } = useServices()
  const id = useId()
  const first = deal.own?.note ?? ''
  // Made once: a page that asks again for the deal leaves alone what is being written.
  const [model] = useState(() => createNotesModel({ api, clock, propertyId: deal.id, first }))
  useEffect(() => model.adopt(first), [model, first])
  useEffect(() => () => void model.flush(), [model])
  const { value: state } = model.state
  useUnsavedWhile(state !== 'saved')
  useSavingWhile(state === 'dirty' || state === 'saving')
  if (deal.own === null) return null
  return (
    <Section title="My notes">
      <textarea
        id={id}
        aria-label="My notes on this deal"
        rows={3}
        maxLength={NOTE_MAX}
        value={model.note.value}
        onChange={(event) => model.type(event.target.value)}
        onBlur={() => void model.flush()}
        placeholder="Only you can read this."
        className="w-full rounded-md border border-field bg-surface px-2.75 py-2 text-base placeholder:text-text-3 max-desk:text-[1rem]"
      />
      <p role="status" className="mt-1 flex min-h-6 items-center gap-2 text-text-3 text-xs">
        {
          {
            saved: first === '' && model.note.value === '' ? '' : 'Saved',
            dirty: '',
            saving: 'Saving',
            failed: 'Not saved.',
          }[state]
        }
        {state === 'failed' ? (
          <Button size="sm" onClick={() => void model.flush()}>
            Try again
          </Button>
        ) : null}
      </p>
    </Section>
  )
}
