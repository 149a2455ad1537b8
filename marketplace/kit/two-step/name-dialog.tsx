/** Asks for the name of a passkey or an app. */
import { type FormEvent, useState } from 'react'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { FACTOR_NAME_MAX_LENGTH } from '#shared/contract/two-step-limits.ts'
import { Button } from '#shared/ui/button.tsx'

interface NameDialogProps {
  title: string
  action: string
  first: string
  isBusy: boolean
  problem: string | null
  /** Resolves with true when it is done. */
  onName: (name: string) => Promise<boolean>
  onClose: () => void
}

export function NameDialog({ title, action, first, isBusy, problem, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(first)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await onName(name.trim())) onClose()
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label="Name"
          error={problem}
          required
          maxLength={FACTOR_NAME_MAX_LENGTH}
          help="So that you know it again, e.g. “Work laptop”."
          value={name}
          onChange={({ target: { value } }) => setName(value)}
        />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {action}
        </Button>
      </form>
    </Modal>
  )
}
