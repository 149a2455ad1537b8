/** Asks before something that cannot be taken back. The way out has the focus, so that Enter alone does no harm. */
import { type ReactNode, useRef } from 'react'
import { DialogActions } from './dialog-actions.tsx'
import { Modal } from './modal.tsx'

export interface ConfirmDialogProps {
  title: string
  /** What happens then. */
  children: ReactNode
  /** The verb of the button that does it, e.g. `Delete phone`. */
  confirmLabel: string
  cancelLabel?: string
  isDanger?: boolean
  isBusy?: boolean
  /** Why it did not work, said in the dialog; it stays open. */
  error?: string | null
  /** False while something is still to be typed. */
  canConfirm?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDanger = false,
  isBusy = false,
  error = null,
  canConfirm = true,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      title={title}
      onClose={onCancel}
      initialFocus={cancel}
      footer={
        <DialogActions
          label={confirmLabel}
          cancelLabel={cancelLabel}
          cancelRef={cancel}
          {...{ isBusy, isDanger, onConfirm, onCancel }}
          isDisabled={!canConfirm}
        />
      }
    >
      <div className="grid gap-3 text-text-2">{children}</div>
      {error === null ? null : (
        <p role="alert" className="mt-3 text-danger-text text-sm">
          {error}
        </p>
      )}
    </Modal>
  )
}
