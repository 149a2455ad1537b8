/** A dialog with a title and its action; Escape and Cancel close it, and it asks first where something was typed into it. */
import type { ReactNode } from 'react'
import { DialogActions } from '#marketplace/kit/ui/dialog-actions.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'

interface DialogProps {
  title: string
  /** Label of the one action, e.g. 'Send to every buyer'. */
  action: string
  mayAct: boolean
  isBusy: boolean
  /** It cannot be undone. */
  isDanger?: boolean
  /** There is nothing left to cancel. */
  isDone?: boolean
  onAct: () => void
  onClose: () => void
  children: ReactNode
}

export function Dialog({
  title,
  action,
  mayAct,
  isBusy,
  isDanger = false,
  isDone = false,
  onAct,
  onClose,
  children,
}: DialogProps) {
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <DialogActions
          label={action}
          isBusy={isBusy}
          isDisabled={!mayAct}
          isDanger={isDanger}
          onConfirm={onAct}
          onCancel={isDone ? null : onClose}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </Modal>
  )
}
