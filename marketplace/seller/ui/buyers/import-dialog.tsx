/** Brings buyers from a file. */
import { Dialog } from '#marketplace/kit/ui/dialog.tsx'
import type { BuyerRows } from '#marketplace/seller/buyers/buyer-rows.ts'
import { ImportFields, useBuyerImport } from './import-fields.tsx'

interface ImportDialogProps {
  buyers: BuyerRows
  accountId: number
  onClose: () => void
}

export function ImportDialog({ buyers, accountId, onClose }: ImportDialogProps) {
  const file = useBuyerImport(buyers)
  const { done, mayBring, progress, bring } = file
  return (
    <Dialog
      title="Import buyers"
      action={done ? 'Done' : 'Import'}
      mayAct={done !== null || mayBring}
      isBusy={progress !== null}
      isDone={done !== null}
      onAct={() => (done ? onClose() : void bring())}
      onClose={onClose}
    >
      <ImportFields of={file} accountId={accountId} />
    </Dialog>
  )
}
