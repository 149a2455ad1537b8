/** Puts a saved reply into the message that is being written. Nothing is shown where none is kept. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'

export function SavedReplies({ desk, onChoose }: { desk: DeskStore; onChoose: (body: string) => void }) {
  useSignals()
  const replies = desk.company.replies.value
  if (replies.length === 0) return null
  return (
    <select
      aria-label="Saved replies"
      value=""
      onChange={(event) => {
        const chosen = replies.find(({ id }) => String(id) === event.currentTarget.value)
        if (chosen) onChoose(chosen.body)
      }}
      className="field-box h-11 w-32!"
    >
      <option value="">Saved replies</option>
      {replies.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  )
}
