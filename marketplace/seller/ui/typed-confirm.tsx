/** Asks before something that cannot be undone: the name or email that it concerns is typed first. */
import { type ReactNode, useState } from 'react'
import { attempt, type FormErrors, sayFailure } from '#marketplace/kit/attempt.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'

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

const NOTHING: FormErrors = { fields: {}, message: null }

export function TypedConfirm<T>(props: TypedConfirmProps<T>) {
  const { title, confirmLabel, expected, label, problem = null, children, send, onDone, onCancel } = props
  const [confirmation, setConfirmation] = useState('')
  const [errors, setErrors] = useState(NOTHING)
  const { isBusy, during } = useBusy()
  async function confirm() {
    setErrors(NOTHING)
    const result = await during(attempt(send(confirmation)))
    if (result.kind === 'failed') return setErrors(sayFailure(result.failure))
    const { value: answer } = result
    onDone(answer)
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isDanger
      isBusy={isBusy}
      canConfirm={expected !== null && confirmation.trim().toLowerCase() === expected.toLowerCase()}
      error={errors.message ?? problem}
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
            error={errors.fields.confirmation ?? null}
            onChange={(event) => setConfirmation(event.currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
