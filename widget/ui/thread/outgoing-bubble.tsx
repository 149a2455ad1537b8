/** A message on its way, or one that did not get there; its text stays in the bubble. */
import { CircleAlert } from 'lucide-react'
import type { MouseEvent } from 'react'
import { messageTime } from '#shared/format/message-time.ts'
import { classNames } from '#shared/ui/class-names.ts'
import type { ChatStore, Joined, OutgoingMessage } from '#widget/chat/model.ts'
import { InlineButton } from '../banner.tsx'
import { Bubble, bubbleBox } from './message-bubble.tsx'

interface OutgoingBubbleProps {
  outgoing: OutgoingMessage
  joined: Joined
  store: ChatStore
}

/** Its words stand below it, so nothing joins on. */
const ALONE = { before: false, after: false }
const PENDING = 'bg-accent-soft-2 text-text'
const FAILED = 'bg-danger-soft text-text inset-ring inset-ring-danger-line'

export function OutgoingBubble({ outgoing, joined, store }: OutgoingBubbleProps) {
  const isFailed = outgoing.state === 'failed'
  const state = isFailed ? 'own failed' : 'own sending'
  return (
    <div
      part={`message ${state}`}
      data-outgoing={outgoing.state}
      className={classNames(bubbleBox(true), 'rise-in')}
    >
      <span className="sr-only">You: </span>
      <Bubble state={state} joined={isFailed ? ALONE : joined} className={isFailed ? FAILED : PENDING}>
        {outgoing.text}
      </Bubble>
      {isFailed ? (
        <NotSent outgoing={outgoing} store={store} />
      ) : (
        <span part="message-time" className="num mx-1 mt-0.75 text-2xs text-text-3 leading-4">
          {messageTime(outgoing.atMs)} · Sending
        </span>
      )}
    </div>
  )
}

function NotSent({ outgoing, store }: { outgoing: OutgoingMessage; store: ChatStore }) {
  const edit = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const composer = currentTarget.closest('section')?.querySelector('textarea')
    const accountId = store.selected.peek()?.id
    const text = store.discard(outgoing.clientId)
    if (accountId === undefined || text === null) return
    const draft = store.draft(accountId)
    draft.value = draft.peek() === '' ? text : `${text}\n${draft.peek()}`
    composer?.focus()
  }
  return (
    <div className="mx-1 mt-0.75 flex flex-wrap items-center justify-end gap-x-1.5 py-0.5 font-medium text-danger-text text-xs">
      <CircleAlert size={13} strokeWidth={1.75} aria-hidden="true" />
      Not sent
      {outgoing.reason ? <span className="font-regular">{outgoing.reason}</span> : null}
      <InlineButton onClick={() => store.resend(outgoing.clientId)}>Try again</InlineButton>
      <InlineButton onClick={edit}>Edit</InlineButton>
    </div>
  )
}
