/**
 * The reply box: Enter sends, Shift+Enter breaks the line, and a deal can go along as a card. The next reply can be written, and
 * sent, while one is on its way. The text of one that was given up comes back, and so does what was
 * written to a buyer before another one was opened.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { House, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Dialog } from '#marketplace/kit/ui/dialog.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { PropertyList } from './property-list.tsx'

export function Composer({ store, customerId }: { store: SellerStore; customerId: number }) {
  const draft = () => store.drafts.peek().get(customerId) ?? ''
  const [text, setText] = useState(draft)
  useEffect(() => keepDraft(store, customerId, text), [store, customerId, text])
  const [sending, setSending] = useState(0)
  const [isPicking, setPicking] = useState(false)
  const left = MESSAGE_MAX_LENGTH - text.length
  const maySend = text.trim() !== '' && left >= 0

  const send = async () => {
    if (!maySend) return
    setText('')
    setSending((count) => count + 1)
    const isSent = await store.reply(text)
    setSending((count) => count - 1)
    if (isSent) return
    const now = draft()
    const both = now === '' ? text : `${text}\n${now}`
    // Another buyer may be open by now.
    keepDraft(store, customerId, both)
    setText(both)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <>
      <form
        className="@container border-line border-t px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="mx-auto flex max-w-190 flex-wrap items-end gap-2">
          <textarea
            aria-label="Reply"
            placeholder="Type a reply"
            rows={1}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            className="field-box field-sizing-content max-h-36 min-h-11 min-w-40 flex-1 resize-none py-2.5!"
          />
          {left < 0 ? (
            <output className="num self-center text-danger-text text-sm">{`−${-left}`}</output>
          ) : null}
          <SavedReplies
            store={store}
            onChoose={(body) => setText(text.trim() === '' ? body : `${text.trimEnd()}\n${body}`)}
          />
          <Button size="lg" onClick={() => setPicking(true)}>
            <House size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only wordy:not-sr-only">Send a property</span>
          </Button>
          <Button
            type="submit"
            size="lg"
            variant="primary"
            disabled={!maySend}
            isBusy={sending > 0 && !maySend}
          >
            <SendHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only wordy:not-sr-only">Send</span>
          </Button>
        </div>
      </form>
      {/* Not inside the form: Enter on a choice would send the reply. */}
      {isPicking ? <PropertyDialog store={store} onClose={() => setPicking(false)} /> : null}
    </>
  )
}

function keepDraft({ drafts }: SellerStore, customerId: number, text: string) {
  drafts.value = new Map(drafts.peek()).set(customerId, text)
}

/** Puts one deal on a message to the open buyer. */
function PropertyDialog({ store, onClose }: { store: SellerStore; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { isBusy, during } = useBusy()
  const [id] = chosen
  const send = async () => {
    if (id === undefined) return
    await during(store.sendProperty(id))
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
      <PropertyList store={store} legend="Deal" kind="one" chosen={chosen} onChoose={setChosen} />
    </Dialog>
  )
}

/** Puts a saved reply into the message that is being written. Nothing is shown where none is kept. */
function SavedReplies({ store, onChoose }: { store: SellerStore; onChoose: (body: string) => void }) {
  useSignals()
  const replies = store.company.replies.value
  if (replies.length === 0) return null
  return (
    <select
      aria-label="Saved replies"
      value=""
      onChange={(event) => {
        const chosen = replies.find(({ id }) => String(id) === event.currentTarget.value)
        if (chosen) onChoose(chosen.body)
      }}
      className="field-box h-11 w-32!"
    >
      <option value="">Saved replies</option>
      {replies.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  )
}
