/**
 * The reply box: Enter sends, Shift+Enter breaks the line, "/" lists the saved replies, and a deal can go along as a card. What is
 * sent is kept until it has arrived, and what is half-written until it is sent: the box never waits.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { House, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Dialog } from '#marketplace/kit/ui/dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { REPLY_WORDS } from '#marketplace/seller/inbox/reply-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { AttachSlot } from '#shared/thread/attachments/attach-slot.tsx'
import { chosenFor, mayGo } from '#shared/thread/attachments/chosen.ts'
import { Button } from '#shared/ui/button.tsx'
import { NoteSwitch } from './inbox/note-switch.tsx'
import { useOpenFields } from './inbox/open-fields.tsx'
import { useReplyMenu } from './inbox/reply-menu.tsx'
import { REPLY_BOX } from './outgoing-reply.tsx'
import { PropertyList } from './property-list.tsx'

export function Composer({ store, customerId }: { store: SellerStore; customerId: number }) {
  useSignals()
  const draft = store.draft(customerId)
  const text = draft.value
  const setText = (next: string) => {
    draft.value = next
  }
  const [isPicking, setPicking] = useState(false)
  const left = MESSAGE_MAX_LENGTH - text.length
  const files = chosenFor(store.attaching, customerId)
  const maySend = (text.trim() !== '' || files.length > 0) && mayGo(files) && left >= 0

  const box = useRef<HTMLTextAreaElement>(null)
  const saved = useReplyMenu(store, { box, text, setText })
  const open = useOpenFields({ box, text, setText }, () => sendAnyway())

  function sendAnyway() {
    if (!maySend) return
    store.reply(customerId, text)
    setText('')
    box.current?.focus()
  }
  const send = () => {
    if (maySend && open.check()) sendAnyway()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (saved.onKeyDown(event)) return
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <>
      <form
        className="@container relative border-line border-t px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {saved.menu}
        <div className="mx-auto flex max-w-190 flex-wrap items-end gap-2">
          {open.note}
          <AttachSlot attaching={store.attaching} peerId={customerId} />
          <textarea
            ref={box}
            id={REPLY_BOX}
            data-key="r"
            aria-label="Reply"
            dir="auto"
            placeholder={saved.button ? REPLY_WORDS.placeholderWithMenu : REPLY_WORDS.placeholder}
            rows={1}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              saved.onSelect()
            }}
            onSelect={saved.onSelect}
            onKeyDown={onKeyDown}
            {...saved.fieldProps}
            className="field-box field-sizing-content max-h-36 min-h-11 min-w-32 flex-1 resize-none py-2.5! @max-[24rem]:order-first @max-[24rem]:basis-full"
          />
          {left < 0 ? (
            <output className="num self-center text-danger-text text-sm">{`−${-left}`}</output>
          ) : null}
          {saved.button}
          <Button size="lg" onClick={() => setPicking(true)}>
            <House size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only wordy:not-sr-only">Send a property</span>
          </Button>
          <NoteSwitch store={store} />
          <Button type="submit" size="lg" variant="primary" className="ms-auto" disabled={!maySend}>
            <SendHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only wordy:not-sr-only">Send</span>
          </Button>
        </div>
      </form>
      {/* Not inside the form: Enter on a choice would send the reply. */}
      {isPicking ? (
        <PropertyDialog store={store} customerId={customerId} onClose={() => setPicking(false)} />
      ) : null}
    </>
  )
}

interface PropertyDialogProps {
  store: SellerStore
  customerId: number
  onClose: () => void
}

/** Puts one deal on a message to the open buyer. */
function PropertyDialog({ store, customerId, onClose }: PropertyDialogProps) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { isBusy, errorMessage, run } = useAction()
  const [id] = chosen
  const send = async () => {
    if (id !== undefined && (await run(() => store.sendProperty(customerId, id)))) onClose()
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
      <FormProblem message={errorMessage} />
    </Dialog>
  )
}
