/** Resetting the two-step login of somebody else who has lost everything. */
import { useState } from 'react'
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { Button } from '#shared/ui/button.tsx'

interface ResetProps {
  name: string
  onReset: () => Promise<unknown>
}

interface ResetButtonProps extends ResetProps {
  children: string
  isDisabled?: boolean
}

/** Asks first. */
export function ResetButton({ name, onReset, children, isDisabled = false }: ResetButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" disabled={isDisabled} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen ? <ResetDialog name={name} onReset={onReset} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ResetDialog({ name, onReset, onClose }: ResetProps & { onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const reset = async () => {
    setBusy(true)
    const done = await attempt(onReset())
    setBusy(false)
    if (done.kind === 'done') onClose()
    else setProblem(sayFailure(done.failure).message)
  }
  return (
    <ConfirmDialog
      title={`Reset two-step login of ${name}?`}
      confirmLabel="Reset"
      isDanger
      isBusy={isBusy}
      error={problem}
      onConfirm={() => void reset()}
      onCancel={onClose}
    >
      <p className="text-sm">
        Make sure first that it is {name} who asks for it. Their passkeys, apps and recovery codes are
        removed, they are logged out everywhere, and they get an email.
      </p>
    </ConfirmDialog>
  )
}
