/** Notes of messages that came: below the top bar at the right, on phones above the tab bar. No cookie choices are there. They take no focus. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useAskBeforeClose } from '#marketplace/kit/use-unsaved.ts'
import type { MessageNotes } from './message-notes.ts'
import { NoteCard } from './note-card.tsx'

/** More would cover the page; the count is in the navigation. */
const MOST = 3

export default function NoteStack({ model }: { model: MessageNotes }) {
  useSignals()
  const notes = model.notes.value
  const latest = notes.at(-1)
  // A live region says what changes in it, so it is empty at first.
  const [said, setSaid] = useState('')
  const words = latest === undefined ? '' : `${latest.name}: ${latest.messages.at(-1)?.text ?? ''}`
  useEffect(() => setSaid(words), [words])
  useEscape(model)
  // A link or a reload leaves them: the conversation has them too.
  useAskBeforeClose(model.isUnsent.value)
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {notes.length === 0 ? null : (
        <section
          aria-label="New messages"
          data-unsent={model.isUnsent.value || undefined}
          className="fixed right-3 z-30 grid gap-2 max-desk:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] max-desk:left-3 desk:top-17 desk:right-5 desk:w-88 print:hidden"
        >
          {notes.slice(-MOST).map((note) => (
            <NoteCard key={note.accountId} note={note} model={model} />
          ))}
        </section>
      )}
    </>
  )
}

/** While the focus is nowhere; in a note it is the note's own. */
function useEscape(model: MessageNotes) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const latest = model.notes.peek().at(-1)
      const isElsewhere =
        document.activeElement !== document.body ||
        document.querySelector('dialog[open], :popover-open') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && latest && !isElsewhere)
        model.close(latest.accountId)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [model])
}
