/** The questions before a key is rotated or revoked, and the secret that is shown once. */
import { useState } from 'react'
import { type FormErrors, formMessage } from '#marketplace/kit/attempt.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { KEY_LABELS, revokeTitle } from '#marketplace/seller/company/key-labels.ts'
import { Button } from '#shared/ui/button.tsx'
import { CopyCode } from './copy-code.tsx'

interface AskProps {
  onConfirm: () => Promise<FormErrors | null>
  onClose: () => void
}

export const RotateDialog = (props: AskProps) => (
  <Ask {...props} title={KEY_LABELS.rotateTitle} text={KEY_LABELS.rotateText} verb="Rotate" />
)

export const RevokeDialog = ({ name, ...props }: AskProps & { name: string }) => (
  <Ask {...props} title={revokeTitle(name)} text={KEY_LABELS.revokeText} verb="Revoke" isDanger />
)

interface WordsProps {
  title: string
  text: string
  verb: string
  isDanger?: boolean
}

function Ask({ title, text, verb, isDanger = false, onConfirm, onClose }: AskProps & WordsProps) {
  const { isBusy, during } = useBusy()
  const [errors, setErrors] = useState<FormErrors | null>(null)
  const confirm = async () => {
    const failed = await during(onConfirm())
    setErrors(failed)
    if (failed === null) onClose()
  }
  return (
    <ConfirmDialog
      title={title}
      isDanger={isDanger}
      isBusy={isBusy}
      confirmLabel={verb}
      error={errors && formMessage(errors)}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="text-sm">{text}</p>
    </ConfirmDialog>
  )
}

/** Only its own button leads out, so that nobody closes it by accident. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isKept, setKept] = useState(false)
  return (
    <Modal title={KEY_LABELS.secretTitle} isBlocking keepsInput>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-sm">{KEY_LABELS.secretText}</p>
        <CopyCode name={KEY_LABELS.secret} code={secret} />
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />
          {KEY_LABELS.isKept}
        </label>
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          {KEY_LABELS.done}
        </Button>
      </div>
    </Modal>
  )
}
