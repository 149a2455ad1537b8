/** Asks before a buyer is blocked, or unblocked. */
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import type { SellerChat, SellerStore } from '#marketplace/seller/seller-model.ts'

interface BlockDialogProps {
  store: SellerStore
  chat: SellerChat
  onClose: () => void
}

export function BlockDialog({ store, chat, onClose }: BlockDialogProps) {
  const { id, name } = chat.customer
  const isBlocked = chat.is_blocked === true
  const { isBusy, errorMessage: error, run } = useAction()
  const change = async () => {
    if (await run(() => store.block(id, !isBlocked))) onClose()
  }
  return (
    <ConfirmDialog
      title={isBlocked ? `Unblock ${name}?` : `Block ${name}?`}
      confirmLabel={isBlocked ? 'Unblock' : 'Block'}
      isDanger={!isBlocked}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void change()}
      onCancel={onClose}
    >
      {isBlocked
        ? 'They can write to you again.'
        : 'Their messages are refused, and they see that. Open offers and requests continue.'}
    </ConfirmDialog>
  )
}
