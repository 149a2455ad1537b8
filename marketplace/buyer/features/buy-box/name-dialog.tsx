/** Asks for the name of a buy box. */
import { useRef, useState } from 'react'
import { DialogActions } from '#marketplace/kit/ui/dialog-actions.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { BUY_BOX_NAME_MAX_LENGTH } from '#shared/contract/limits.ts'
import { isBlank } from '#shared/rules/validation.ts'

export interface NameDialogProps {
  title: string
  /** Of the button. */
  label: string
  first?: string
  onClose: () => void
  /** Answers with what went wrong, or null. */
  save: (name: string) => Promise<string | null>
}

export function NameDialog({ title, label, first = '', onClose, save }: NameDialogProps) {
  const [name, setName] = useState(first)
  const [error, setError] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const form = useRef<HTMLFormElement>(null)

  async function submit() {
    const problem = isBlank(name) ? 'Give the buy box a name.' : await during(save(name.trim()))
    if (problem === null) return onClose()
    setError(problem)
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
  }

  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <DialogActions label={label} isBusy={isBusy} onCancel={onClose} onConfirm={() => void submit()} />
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          label="Name"
          name="buy-box-name"
          autoComplete="off"
          placeholder="e.g., Houston flips"
          maxLength={BUY_BOX_NAME_MAX_LENGTH}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setError(null)
          }}
        />
      </form>
    </Modal>
  )
}
