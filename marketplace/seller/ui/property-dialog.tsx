/** Puts one deal on a message to the open buyer. */
import { useState } from 'react'
import { Dialog } from '#marketplace/kit/ui/dialog.tsx'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { PropertyList } from './property-list.tsx'

export function PropertyDialog({ desk, onClose }: { desk: DeskStore; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isBusy, setBusy] = useState(false)
  const [id] = chosen
  const send = async () => {
    if (id === undefined) return
    setBusy(true)
    await desk.sendProperty(id)
    onClose()
  }
  return (
    <Dialog
      title="Send a property"
      action="Send property"
      mayAct={id !== undefined}
      isBusy={isBusy}
      onAct={() => void send()}
      onClose={onClose}
    >
      <PropertyList desk={desk} legend="Deal" kind="one" chosen={chosen} onChoose={setChosen} />
    </Dialog>
  )
}
