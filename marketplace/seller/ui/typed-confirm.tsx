/** Asks before something that cannot be undone: the name or email that it concerns is typed first. */
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'

interface TypedConfirmProps<T> {
  title: string
  confirmLabel: string
  /** What is typed. Null while it is not known or something else must be done first. */
  expected: string | null
  /** Of the field. */
  label: string
  /** Why nothing can be typed yet, if that failed. */
  problem?: string | null
  children: ReactNode
  send: (confirmation: string) => Promise<T>
  onDone: (answer: T) => void
  onCancel: () => void
}

export function TypedConfirm<T>(props: TypedConfirmProps<T>) {
  const { title, confirmLabel, expected, label, problem = null, children, send, onDone, onCancel } = props
  const [confirmation, setConfirmation] = useState('')
  const { isBusy, errorMessage, run, errorOf } = useAction(['confirmation'])
  const confirm = () => run(async () => onDone(await send(confirmation)))
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isDanger
      isBusy={isBusy}
      canConfirm={expected !== null && confirmation.trim().toLowerCase() === expected.toLowerCase()}
      error={errorMessage ?? problem}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    >
      {children}
      {expected === null ? null : (
        <>
          <p>
            To go on, type <span className="wrap-anywhere font-label text-text">{expected}</span>.
          </p>
          <Field
            label={label}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={confirmation}
            error={errorOf('confirmation')}
            onChange={(event) => setConfirmation(event.currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
