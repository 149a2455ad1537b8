/** A button that publishes or sends. While a text goes against the advice on fair housing, it asks first. */
import { useState } from 'react'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import type { PlacedDoubt } from '#shared/rules/fair-housing/doubtful-phrases.ts'
import { Button, type ButtonProps } from '#shared/ui/button.tsx'

interface AdvisedButtonProps extends Omit<ButtonProps, 'onClick'> {
  doubts: readonly PlacedDoubt[]
  /** What it does, e.g. `Publish`, and what is done then. */
  verb: string
  done: 'Published' | 'Sent'
  onConfirm: () => void
}

export function AdvisedButton({ doubts, verb, done, onConfirm, ...button }: AdvisedButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const phrases = doubts.length === 1 ? '1 phrase' : `${doubts.length} phrases`
  return (
    <>
      <Button {...button} onClick={() => (doubts.length > 0 ? setAsking(true) : onConfirm())} />
      {isAsking ? (
        <ConfirmDialog
          title="Check the wording"
          confirmLabel={`${verb} anyway`}
          cancelLabel="Go back"
          onConfirm={() => {
            setAsking(false)
            onConfirm()
          }}
          onCancel={() => setAsking(false)}
        >
          <p className="font-medium">
            {done} against the advice: {phrases}
          </p>
          <ul className="list-disc ps-5">
            {doubts.map(({ place, phrase, protected_class }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a phrase may be there twice
              <li key={`${place} ${phrase} ${index}`} className="wrap-anywhere">
                “{phrase}” in the {place} ({protected_class})
              </li>
            ))}
          </ul>
          <p>These phrases may conflict with fair housing law. The staff of the marketplace will see them.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
