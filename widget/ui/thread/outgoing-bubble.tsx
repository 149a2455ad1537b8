/** A message in flight, or a failed one; its text stays in the bubble. A message that may have arrived cannot be withdrawn. */
import { CircleAlert } from 'lucide-react'
import type { MouseEvent } from 'react'
import { messageTime } from '#shared/format/message-time.ts'
import { AttachSlot } from '#shared/thread/attachments/attach-slot.tsx'
import type { ChatStore, Joined, OutgoingMessage } from '#shared/thread/model.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { InlineButton } from '../banner.tsx'
import { Bubble, bubbleBox } from './message-bubble.tsx'
import { SEND_STATES } from './spoken.ts'

interface OutgoingBubbleProps {
  outgoing: OutgoingMessage
  joined: Joined
  store: ChatStore
}

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
      {outgoing.files?.length ? <AttachSlot attaching={store.attaching} files={outgoing.files} /> : null}
      {outgoing.text.trim() ? (
        <Bubble state={state} joined={joined} className={isFailed ? FAILED : PENDING}>
          {outgoing.text}
        </Bubble>
      ) : null}
      <div
        className={classNames(
          'mx-1 mt-0.75 flex flex-wrap items-center justify-end gap-x-1.5 text-xs',
          isFailed ? 'py-0.5 font-medium text-danger-text' : 'text-text-3',
        )}
      >
        {isFailed ? (
          <>
            <CircleAlert size={13} strokeWidth={1.75} aria-hidden="true" />
            {SEND_STATES.failed}
            {outgoing.reason ? <span className="font-regular">{outgoing.reason}</span> : null}
            <InlineButton onClick={() => store.resend(outgoing.clientId)}>Try again</InlineButton>
          </>
        ) : (
          <span part="message-time" className="num text-2xs leading-4">
            {messageTime(outgoing.atMs)} · {SEND_STATES[outgoing.state]}
          </span>
        )}
        {outgoing.canTakeBack ? <TakeBack outgoing={outgoing} store={store} /> : null}
      </div>
    </div>
  )
}

function TakeBack({ outgoing, store }: Pick<OutgoingBubbleProps, 'outgoing' | 'store'>) {
  const takeBack = (isEdited: boolean) => (event: MouseEvent<HTMLElement>) => {
    const composer = event.currentTarget.closest('section')?.querySelector('textarea')
    const accountId = store.selected.peek()?.id
    const text = store.discard(outgoing.clientId)
    if (accountId === undefined || text === null) return
    const draft = store.draft(accountId)
    store.attaching?.uploads?.takeBack(accountId, outgoing.files, isEdited)
    if (isEdited) draft.value = [text, draft.peek()].filter(Boolean).join('\n')
    composer?.focus()
  }
  return (
    <span className="flex gap-x-1.5">
      <InlineButton onClick={takeBack(true)}>Edit</InlineButton>
      <InlineButton onClick={takeBack(false)}>Delete</InlineButton>
    </span>
  )
}
