/** Resetting the two-step login of somebody else who has lost everything. */
import { useState } from 'react'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
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
  const { isBusy, errorMessage, run } = useAction()
  const reset = async () => {
    if (await run(onReset)) onClose()
  }
  return (
    <ConfirmDialog
      title={`Reset two-step login of ${name}?`}
      confirmLabel="Reset"
      isDanger
      isBusy={isBusy}
      error={errorMessage}
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
