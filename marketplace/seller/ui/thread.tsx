/** The conversation with one buyer: older messages on request, the newest at the bottom, and the reply box under it. */

import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { NOTE_WORDS } from '#marketplace/seller/inbox/note-labels.ts'
import { rowsOf } from '#marketplace/seller/inbox/thread-rows.ts'
import type { SellerStore, SellerThread } from '#marketplace/seller/seller-model.ts'
import { FOLLOW_THRESHOLD_PX } from '#shared/contract/limits.ts'
import type { Message as Shown } from '#shared/thread/model.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { GuestNote } from './chat-list.tsx'
import { NoteRow } from './inbox/note-row.tsx'
import { AsideStrip, ThreadActions } from './inbox/thread-actions.tsx'
import { WriteBox } from './inbox/write-box.tsx'
import { Message } from './message.tsx'
import { NewLine, useFirstNew } from './new-line.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { OutgoingReply } from './outgoing-reply.tsx'

export function Thread({ store }: { store: SellerStore }) {
  useSignals()
  const thread = store.thread.value
  if (!thread)
    return store.chats.value.length === 0 ? null : (
      <p className="m-auto text-text-3">Choose a buyer on the left.</p>
    )
  if (thread.state === 'gone') return <NoConversation store={store} />
  const chat = store.chats.value.find(({ customer }) => customer.id === thread.customerId)
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-2.5">
        <Back store={store} />
        <Avatar name={thread.name} id={thread.customerId} size={32} />
        <div className="me-auto grid min-w-0 flex-1 basis-0">
          <ViewHeading name={thread.name} className="truncate font-semibold text-md" />
          <GuestNote visitor={chat?.customer.visitor} />
        </div>
        <Assignee store={store} customerId={thread.customerId} />
        {chat && store.mayChange('reply') ? <ThreadActions store={store} chat={chat} /> : null}
      </header>
      {chat ? <AsideStrip store={store} chat={chat} /> : null}
      {chat?.is_blocked ? (
        <p className="bg-warn-soft px-4 py-2 text-sm text-warn-text">
          Blocked: {thread.name} cannot write to you. You can still write to them.
        </p>
      ) : null}
      <Messages key={thread.customerId} store={store} thread={thread} />
      {chat?.is_deleted ? (
        <p className="border-line border-t px-4 py-3 text-sm text-text-2">
          This person deleted their account. Your own messages are kept; nobody would read new ones.
        </p>
      ) : store.mayChange('reply') ? (
        <WriteBox key={`composer-${thread.customerId}`} store={store} customerId={thread.customerId} />
      ) : (
        <p className="border-line border-t px-4 py-3 text-sm text-text-2">
          {store.closesAt.value === null
            ? 'Your role can read conversations. Ask an owner of the company for a role that replies.'
            : 'Your company is closing, so nobody can reply. An owner can cancel the closing.'}
        </p>
      )}
    </>
  )
}

const Back = ({ store }: { store: SellerStore }) => (
  <Button
    variant="ghost"
    size="sm"
    className="duo:hidden"
    aria-label="Back to the buyers"
    data-key="Escape"
    onClick={store.close}
  >
    <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
  </Button>
)

const NoConversation = ({ store }: { store: SellerStore }) => (
  <>
    <header className="flex items-center gap-3 px-4 py-2.5">
      <Back store={store} />
      <ViewHeading name="Conversation" className="font-semibold text-md" />
    </header>
    <Alert className="px-4">This conversation does not exist.</Alert>
  </>
)

function Messages({ store, thread }: { store: SellerStore; thread: SellerThread }) {
  const scroller = useRef<HTMLDivElement>(null)
  useSignals()
  const outgoing = store.outgoing(thread.customerId)
  useKeptPlace(scroller, thread.messages, outgoing.length)
  const { notes } = store
  // It opens where reading goes on, so the notes above that place have to be there.
  const isWaiting = notes.state.value === 'loading' && thread.state === 'ready'
  const newId = useFirstNew(store, isWaiting ? { ...thread, state: 'loading' } : thread, scroller)
  const rows = rowsOf(thread.messages, thread.state === 'loading' ? [] : notes.rows.value, thread.hasOlder)
  useWanted(store, thread, store.wanted.value, scroller)
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={`Messages with ${thread.name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-4 [overflow-anchor:none]"
    >
      <div className="mx-auto flex min-h-full max-w-190 flex-col justify-end py-4">
        <Older store={store} thread={thread} />
        {thread.state === 'loading' ? <p role="status">Loading messages…</p> : null}
        {thread.state === 'failed' ? (
          <NotLoaded
            onRetry={() => {
              store.open(thread.customerId)
              void notes.load()
            }}
          >
            The messages could not be loaded.
          </NotLoaded>
        ) : null}
        {rows.map((row) =>
          row.kind === 'note' ? (
            <div key={`note ${row.note.id}`}>
              <Day name={row.day} />
              <NoteRow store={store} customerId={thread.customerId} note={row.note} />
            </div>
          ) : (
            <div
              key={row.message.id}
              data-message={row.message.id}
              tabIndex={-1}
              className="outline-offset-2"
            >
              <Day name={row.day} />
              {row.message.id === newId ? <NewLine /> : null}
              <Message store={store} message={row.message} isOwnLast={row.isOwnLast} name={thread.name} />
            </div>
          ),
        )}
        {notes.state.value === 'failed' && thread.state !== 'failed' ? (
          <NotLoaded onRetry={() => void notes.load()}>{NOTE_WORDS.notLoaded}</NotLoaded>
        ) : null}
        {outgoing.map((reply) => (
          <OutgoingReply key={reply.clientId} store={store} customerId={thread.customerId} outgoing={reply} />
        ))}
      </div>
    </div>
  )
}

const Day = ({ name }: { name: string | null }) =>
  name ? <p className="py-3 text-center text-text-3 text-xs">{name}</p> : null

function Older({ store, thread }: { store: SellerStore; thread: SellerThread }) {
  if (!thread.hasOlder) return null
  return (
    <div className="grid justify-items-center gap-2 pb-3">
      <FormProblem message={thread.older === 'failed' && 'Older messages could not be loaded.'} />
      <Button size="sm" isBusy={thread.older === 'loading'} onClick={() => void store.loadOlder()}>
        Load older messages
      </Button>
    </div>
  )
}

/** Follows the end while the reader is there, and keeps the reader's place when older messages come in above. */
function useKeptPlace(
  scroller: React.RefObject<HTMLDivElement | null>,
  messages: readonly Shown[],
  outgoing: number,
) {
  const sent = useRef(outgoing)
  const before = useRef({ firstId: 0, height: 0, isAtEnd: true })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const firstId = messages[0]?.id ?? 0
    // Who sends wants to see it.
    const isSent = outgoing > sent.current
    sent.current = outgoing
    const grewAbove = before.current.firstId !== 0 && before.current.firstId !== firstId
    if (grewAbove) box.scrollTop += box.scrollHeight - before.current.height
    else if (before.current.isAtEnd || isSent) box.scrollTop = box.scrollHeight
    before.current = { ...before.current, firstId, height: box.scrollHeight }
    const note = () => {
      const left = box.scrollHeight - box.scrollTop - box.clientHeight
      before.current = { ...before.current, height: box.scrollHeight, isAtEnd: left <= FOLLOW_THRESHOLD_PX }
    }
    note()
    // A picture that arrives or a smaller window must not push the end out of sight.
    const resized = new ResizeObserver(() => {
      if (before.current.isAtEnd) box.scrollTop = box.scrollHeight
    })
    for (const part of [box, ...box.children]) resized.observe(part)
    box.addEventListener('scroll', note, { passive: true })
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', note)
    }
  }, [scroller, messages, outgoing])
}

/** Goes to the message that a search has found: older ones are loaded until it is there. */
function useWanted(
  store: SellerStore,
  { messages, state, hasOlder, older }: SellerThread,
  id: number | null,
  scroller: React.RefObject<HTMLDivElement | null>,
) {
  const isHere = messages.some((message) => message.id === id)
  useLayoutEffect(() => {
    if (id === null || state !== 'ready') return
    if (isHere) {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-message="${id}"]`)
      store.wanted.value = null
      row?.scrollIntoView({ block: 'center' })
      row?.focus({ preventScroll: true })
    } else if (!hasOlder || older === 'failed') store.wanted.value = null
    else if (older === 'idle') void store.loadOlder()
  }, [store, id, isHere, state, hasOlder, older, scroller])
}

/** Who looks after the open conversation. Nothing to choose where one person sits in the seller app. */
function Assignee({ store, customerId }: { store: SellerStore; customerId: number }) {
  useSignals()
  const colleagues = store.company.colleagues.value
  const chat = store.chats.value.find(({ customer }) => customer.id === customerId)
  if (colleagues.length < 2 || !chat) return null
  return (
    <label className="flex items-center gap-2 text-sm text-text-2 max-duo:order-last max-duo:basis-full">
      Assigned to
      <select
        data-key="a"
        value={chat.assigned_to?.id ?? ''}
        disabled={!store.mayChange('reply')}
        onChange={(event) => void store.assign(customerId, Number(event.currentTarget.value) || null)}
        className="field-box w-auto!"
      >
        <option value="">Nobody yet</option>
        {colleagues.map(({ id, name, is_paused }) => (
          <option key={id} value={id} disabled={is_paused}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
