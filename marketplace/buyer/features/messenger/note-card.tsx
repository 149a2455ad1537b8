/** One note: who wrote, the latest words, and a field to answer them. It closes after a while, but not while somebody uses it. */
import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { links } from '#shared/contract/pages.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import type { MessageNote, MessageNotes } from './message-notes.ts'

/** Long enough to be read by who looks elsewhere; the count stays. */
const SHOWN_MS = 12_000
const SENT_MS = 3000

interface NoteProps {
  note: MessageNote
  model: MessageNotes
}

export function NoteCard({ note, model }: NoteProps) {
  const { accountId, name, logo, messages, draft, reply } = note
  const close = () => model.close(accountId)
  const { card, before, isUsed, use } = useAttention()
  useLeaving({ ...note, isUsed }, close)
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    before.current?.focus()
    close()
  }
  const count = messages.length
  return (
    <article
      ref={card}
      aria-label={`Message from ${name}`}
      onKeyDown={closeByKey}
      {...use}
      className="rounded-lg bg-overlay p-3 text-text shadow-pop"
    >
      <div className="flex items-center gap-2.5">
        <Avatar id={accountId} name={name} logo={logo} size={28} />
        <h2 className="min-w-0 flex-1 truncate font-semibold text-base">{name}</h2>
        {count > 1 ? <span className="flex-none text-text-2 text-xs">{count} new messages</span> : null}
        <IconButton size="sm" aria-label={`Close the message from ${name}`} onClick={close}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      <p dir="auto" className="wrap-anywhere mt-1.5 line-clamp-4 whitespace-pre-wrap text-base">
        {messages.at(-1)?.text}
      </p>
      {reply.phase === 'sent' ? <p className="mt-2 text-sm text-text-2">Your reply was sent.</p> : null}
      {reply.phase === 'sent' && draft === '' ? null : <ReplyForm note={note} model={model} />}
      <Link
        href={links.conversation(accountId)}
        onClick={close}
        className="mt-2 inline-block text-link text-sm"
      >
        Open the conversation
      </Link>
    </article>
  )
}

function ReplyForm({ note: { accountId, name, draft, reply }, model }: NoteProps) {
  const { user } = useServices()
  const problemId = useId()
  const state = user.state.peek()
  if (state.phase === 'user' && state.user.isViewed) return null
  const problem = reply.phase === 'writing' ? reply.problem : null
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    void model.send(accountId)
  }
  return (
    <form className="mt-2 grid gap-1.5" onSubmit={send}>
      <div className="flex items-end gap-2">
        <textarea
          aria-label={`Reply to ${name}`}
          aria-describedby={problem === null ? undefined : problemId}
          aria-invalid={problem !== null}
          placeholder="Reply"
          rows={1}
          maxLength={MESSAGE_MAX_LENGTH}
          value={draft}
          onChange={(event) => model.setDraft(accountId, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
          }}
          className="field-sizing-content max-h-32 min-h-9 min-w-0 flex-1 resize-none rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-base placeholder:text-text-3"
        />
        <Button type="submit" variant="primary" isBusy={reply.phase === 'sending'}>
          Send
        </Button>
      </div>
      <FormProblem id={problemId} message={problem} />
    </form>
  )
}

/** Whether somebody points at it or is in it, and what had the focus before. */
function useAttention() {
  const card = useRef<HTMLElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const [isOver, setOver] = useState(false)
  const [isIn, setIn] = useState(false)
  const isOutside = (target: EventTarget | null) =>
    !(target instanceof Node && card.current?.contains(target) === true)
  const use = {
    onPointerEnter: () => setOver(true),
    onPointerLeave: () => setOver(false),
    onFocus({ relatedTarget }: { relatedTarget: EventTarget | null }) {
      if (isOutside(relatedTarget) && relatedTarget instanceof HTMLElement) before.current = relatedTarget
      setIn(true)
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => setIn(!isOutside(relatedTarget)),
  }
  return { card, before, use, isUsed: isOver || isIn }
}

/** It closes after a while in which the page was seen; with words in it that are not sent, it stays. */
function useLeaving(
  { messages, draft, reply, isUsed }: MessageNote & { isUsed: boolean },
  close: () => void,
) {
  const { clock } = useServices()
  const isUnsent = draft !== '' || reply.phase === 'sending'
  const isStaying = isUnsent || (isUsed && reply.phase !== 'sent')
  const closing = useRef(close)
  closing.current = close
  const ms = reply.phase === 'sent' ? SENT_MS : SHOWN_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message restarts the timer.
  useEffect(() => {
    if (isStaying) return
    let stop = () => {}
    const begin = () => {
      stop()
      if (document.visibilityState === 'visible') stop = clock.after(ms, () => closing.current())
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', begin)
    }
  }, [clock, isStaying, ms, messages.length])
}
