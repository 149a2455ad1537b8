/** Advice on fair housing under a text that buyers will read. It says why a phrase is doubtful and what to write, and blocks nothing. */
import { useMemo } from 'react'
import { type Doubt, doubtsIn, withBetterWording } from '#shared/rules/fair-housing/doubtful-phrases.ts'
import { Button } from '#shared/ui/button.tsx'

interface AdviceNoteProps {
  id?: string
  /** Of the field, which gets the focus after a phrase is replaced. */
  fieldId: string
  text: string | null
  onChange: (text: string) => void
}

/** There before it says anything, so that it is read out. */
export function AdviceNote({ id, fieldId, text, onChange }: AdviceNoteProps) {
  const doubts = useMemo(() => doubtsIn(text), [text])
  const replace = (doubt: Doubt) => {
    onChange(withBetterWording(text ?? '', doubt))
    document.getElementById(fieldId)?.focus()
  }
  return (
    <div
      id={id}
      role="status"
      className="empty:sr-only grid gap-2 rounded-sm bg-warn-soft px-2.5 py-1.5 text-warn-text text-xs"
    >
      {doubts.map((doubt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a phrase may be there twice
        <div key={`${doubt.phrase} ${index}`} className="grid justify-items-start gap-0.5">
          <p className="font-medium">
            “{doubt.phrase}” may conflict with fair housing law ({doubt.protectedClass}).
          </p>
          <p>{doubt.reason}</p>
          <p>Better: {doubt.isWording ? `“${doubt.better}”` : doubt.better}</p>
          {doubt.isWording ? (
            <Button
              size="sm"
              className="my-0.5 pointer-coarse:h-11"
              // The field keeps the focus: what is saved when it is left waits for the better wording.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => replace(doubt)}
            >
              Use this wording<span className="sr-only"> in place of “{doubt.phrase}”</span>
            </Button>
          ) : null}
        </div>
      ))}
    </div>
  )
}
