/** A reply that the server has not confirmed: its words, what it waits for, and what can be done about it. */
import { CircleAlert, Clock3 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { REPLY_STATES } from '#marketplace/seller/seller-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { messageTime } from '#shared/format/message-time.ts'
import { AttachSlot } from '#shared/thread/attachments/attach-slot.tsx'
import type { OutgoingMessage } from '#shared/thread/model.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

interface OutgoingReplyProps {
  store: SellerStore
  customerId: number
  outgoing: OutgoingMessage
}

export function OutgoingReply({ store, customerId, outgoing }: OutgoingReplyProps) {
  const { clientId, state, reason, text, files } = outgoing
  const isFailed = state === 'failed'
  const [isAsking, setAsking] = useState(false)
  const takeBack = () => {
    const kept = store.discard(clientId)
    if (kept === null) return
    store.attaching.uploads?.takeBack(customerId, files, true)
    const draft = store.draft(customerId)
    draft.value = [kept, draft.peek()].filter(Boolean).join('\n')
    document.getElementById(REPLY_BOX)?.focus()
  }
  return (
    <article
      data-outgoing={state}
      className="grid grid-cols-[minmax(0,1fr)] justify-items-end gap-1 pb-3 text-xs"
    >
      <span className="sr-only">You</span>
      {files?.length ? <AttachSlot attaching={store.attaching} files={files} /> : null}
      {text.trim() ? (
        <p
          dir="auto"
          className={classNames(
            'max-w-[min(34rem,86%)] whitespace-pre-wrap rounded-bubble px-3.5 py-2 text-base wrap-anywhere',
            isFailed ? 'bg-danger-soft inset-ring inset-ring-danger-line' : 'bg-accent-soft-2',
          )}
        >
          {text}
        </p>
      ) : null}
      <div
        className={classNames(
          'flex flex-wrap items-center justify-end gap-x-2 gap-y-1',
          isFailed ? 'font-medium text-danger-text' : 'text-text-3',
        )}
      >
        {isFailed ? <CircleAlert size={13} strokeWidth={1.75} aria-hidden="true" /> : null}
        {state === 'waiting' ? <Clock3 size={13} strokeWidth={1.75} aria-hidden="true" /> : null}
        <span className="num">
          {isFailed ? '' : `${messageTime(outgoing.atMs)} · `}
          {REPLY_STATES[state]}
        </span>
        {reason ? <span className="font-regular">{reason}</span> : null}
        {isFailed ? (
          <Button size="sm" onClick={() => store.resend(clientId)}>
            Try again
          </Button>
        ) : null}
        {outgoing.canTakeBack ? (
          <>
            <Button size="sm" variant="ghost" onClick={takeBack}>
              Edit
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
              Discard
            </Button>
          </>
        ) : null}
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Discard this reply?"
          confirmLabel="Discard"
          cancelLabel="Keep"
          isDanger
          onConfirm={() => {
            if (store.discard(clientId) !== null) store.attaching.uploads?.takeBack(customerId, files, false)
            setAsking(false)
            document.getElementById(REPLY_BOX)?.focus()
          }}
          onCancel={() => setAsking(false)}
        >
          <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
            {text}
          </p>
        </ConfirmDialog>
      ) : null}
    </article>
  )
}

/** The id of the box that replies are written in. */
export const REPLY_BOX = 'seller-reply'
