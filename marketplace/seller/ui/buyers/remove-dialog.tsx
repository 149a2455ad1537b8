/** Asks before an imported buyer leaves the list: tags and consent go with them. */
import { useState } from 'react'
import { Dialog } from '#marketplace/kit/ui/dialog.tsx'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import type { DeskBuyerRowWire } from '#shared/contract/desk-buyers.ts'

interface RemoveDialogProps {
  desk: DeskStore
  row: DeskBuyerRowWire
  onClose: () => void
}

export function RemoveDialog({ desk: { buyers }, row, onClose }: RemoveDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const remove = async () => {
    setBusy(true)
    const problem = await buyers.remove(row.id)
    setBusy(false)
    if (problem === null) onClose()
    else setTrouble(problem)
  }
  return (
    <Dialog
      title="Take off the list?"
      action="Remove buyer"
      mayAct
      isBusy={isBusy}
      onAct={() => void remove()}
      onClose={onClose}
    >
      <p className="text-sm">
        {row.name} gets nothing from you any more. Tags, and that they agreed to be written to, go with them.
      </p>
      <p role="alert" className="text-danger-text text-sm empty:hidden">
        {trouble}
      </p>
    </Dialog>
  )
}
