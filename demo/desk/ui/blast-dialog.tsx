/** One message to every buyer of the account, as SMS or Email. */
import { useState } from 'react'
import type { DeskStore } from '#demo/desk/desk-model.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { Dialog } from './dialog.tsx'
import { PropertyList } from './property-list.tsx'

const CHANNELS = [
  ['sms', 'SMS'],
  ['email', 'Email'],
] as const

export function BlastDialog({ desk, onClose }: { desk: DeskStore; onClose: () => void }) {
  const [channel, setChannel] = useState<'sms' | 'email'>('sms')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await desk.blast(channel, text, chosen[0] ?? null)
    onClose()
  }
  return (
    <Dialog
      title="Blast"
      action="Send to every buyer"
      mayAct={text.trim() !== '' || chosen.length > 0}
      isBusy={isBusy}
      onAct={() => void send()}
      onClose={onClose}
    >
      <fieldset className="flex gap-4">
        <legend className="pb-1 font-medium text-sm">Channel</legend>
        {CHANNELS.map(([value, label]) => (
          <label key={value} className="flex cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="channel"
              checked={channel === value}
              onChange={() => setChannel(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <label className="grid gap-1 font-medium text-sm">
        Message
        <textarea
          rows={3}
          maxLength={MESSAGE_MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className="field-box font-normal"
        />
      </label>
      <PropertyList desk={desk} legend="Property" kind="one-or-none" chosen={chosen} onChoose={setChosen} />
    </Dialog>
  )
}
