/** Asks before something is done, in every app. It opens with the focus on the way out, so that Enter alone does no harm. */
import { type ReactNode, useRef } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { FormProblem } from './form-problem.tsx'
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
  /** One more way, apart from the two others, e.g. to discard a draft. */
  third?: { label: string; onPress: () => void; isBusy?: boolean }
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
  third,
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
        <>
          {third ? (
            <Button
              variant="ghost"
              className="pointer-coarse:h-11"
              isBusy={third.isBusy ?? false}
              onClick={third.onPress}
            >
              {third.label}
            </Button>
          ) : null}
          <DialogActions
            label={confirmLabel}
            cancelLabel={cancelLabel}
            cancelRef={cancel}
            isBusy={isBusy}
            isDanger={isDanger}
            onConfirm={onConfirm}
            onCancel={onCancel}
            isDisabled={!canConfirm}
          />
        </>
      }
    >
      <div className="grid gap-3 text-text-2">{children}</div>
      <FormProblem className="mt-3" message={error} />
    </Modal>
  )
}
