/**
 * The reply box: Enter sends, Shift+Enter breaks the line, and a deal can go along as a card. The next reply can be written, and
 * sent, while one is on its way. The text of one that was given up comes back.
 */
import { House, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { PropertyDialog } from './property-dialog.tsx'
import { SavedReplies } from './saved-replies.tsx'

export function Composer({ desk }: { desk: DeskStore }) {
  const [text, setText] = useState('')
  const [sending, setSending] = useState(0)
  const [isPicking, setPicking] = useState(false)
  const left = MESSAGE_MAX_LENGTH - text.length
  const maySend = text.trim() !== '' && left >= 0

  const send = async () => {
    if (!maySend) return
    setText('')
    setSending((count) => count + 1)
    const isSent = await desk.reply(text)
    setSending((count) => count - 1)
    if (!isSent) setText((now) => (now === '' ? text : `${text}\n${now}`))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <>
      <form
        className="border-line border-t px-4 py-3"
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
            desk={desk}
            onChoose={(body) => setText(text.trim() === '' ? body : `${text.trimEnd()}\n${body}`)}
          />
          <Button size="lg" onClick={() => setPicking(true)}>
            <House size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only duo:not-sr-only">Send a property</span>
          </Button>
          <Button
            type="submit"
            size="lg"
            variant="primary"
            disabled={!maySend}
            isBusy={sending > 0 && !maySend}
          >
            <SendHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only duo:not-sr-only">Send</span>
          </Button>
        </div>
      </form>
      {/* Not inside the form: Enter on a choice would send the reply. */}
      {isPicking ? <PropertyDialog desk={desk} onClose={() => setPicking(false)} /> : null}
    </>
  )
}
