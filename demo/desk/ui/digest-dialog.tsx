/** A digest of deals to every buyer of the account; each deal arrives as a card. */
import { useState } from 'react'
import type { DeskStore } from '#demo/desk/desk-model.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { Dialog } from './dialog.tsx'
import { PropertyList } from './property-list.tsx'

export function DigestDialog({ desk, onClose }: { desk: DeskStore; onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await desk.digest(text, chosen)
    onClose()
  }
  return (
    <Dialog
      title="Deals digest"
      action="Send to every buyer"
      mayAct={chosen.length > 0}
      isBusy={isBusy}
      onAct={() => void send()}
      onClose={onClose}
    >
      <label className="grid gap-1 font-medium text-sm">
        Message
        <textarea
          rows={2}
          maxLength={MESSAGE_MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className="field-box font-regular"
        />
      </label>
      <PropertyList desk={desk} legend="Deals" kind="several" chosen={chosen} onChoose={setChosen} />
    </Dialog>
  )
}
