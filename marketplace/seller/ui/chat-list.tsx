/** One row per buyer, the latest first, with what is unread. */
import { useSignals } from '@preact/signals-react/runtime'
import { listTimeWords } from '#marketplace/kit/date-labels.ts'
import { inOrder } from '#marketplace/seller/inbox/boxes.ts'
import { filtered, withWords } from '#marketplace/seller/inbox/inbox-filters.ts'
import { foundText, INBOX_WORDS, NOTHING_IN } from '#marketplace/seller/inbox/inbox-labels.ts'
import { REPLY_STATES } from '#marketplace/seller/seller-labels.ts'
import type { SellerChat, SellerStore } from '#marketplace/seller/seller-model.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { actionLabel, visibleText } from '#shared/format/action-label.ts'
import { attachedWords } from '#shared/format/attached-words.ts'
import { systemClock } from '#shared/lib/clock.ts'
import type { Message, OutgoingMessage } from '#shared/thread/model.ts'
import { toMessage } from '#shared/thread/translate.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { AsideNote } from './inbox/aside-note.tsx'
import { DealState, useDealBuyers } from './inbox/deal-filter.tsx'
import { FoundMessages, Marked } from './inbox/found-messages.tsx'
import { InboxHead } from './inbox/inbox-head.tsx'
import { NotLoaded } from './not-loaded.tsx'

const SKELETON_ROWS = ['a', 'b', 'c', 'd'] as const

export function ChatList({ store }: { store: SellerStore }) {
  useSignals()
  const chats = store.chats.value
  switch (store.chatsState.value) {
    case 'loading':
      return <Loading />
    case 'failed':
      return (
        <div className="p-4">
          <NotLoaded onRetry={() => void store.loadChats()}>The conversations could not be loaded.</NotLoaded>
        </div>
      )
    case 'ready':
      return chats.length === 0 ? (
        <div className="grid justify-items-start gap-4 p-4">
          <p className="text-text-2">{NOTHING_IN.all}</p>
          <a href={hashOf({ kind: 'deals' })} className={buttonClass({})}>
            Open deals
          </a>
        </div>
      ) : (
        <Inbox store={store} />
      )
  }
}

/** The conversations that are asked for, and the messages that a search has found. */
function Inbox({ store }: { store: SellerStore }) {
  useSignals()
  const chats = store.chats.value
  const place = store.place.value
  const filter = (place.kind === 'messages' && place.filter) || null
  const dealId = (place.kind === 'messages' && place.dealId) || null
  const about = useDealBuyers(store, dealId)
  const query = store.inbox.query.value
  const nowMs = store.aside.nowMs.value
  const facts = {
    memberId: store.member.id,
    nowMs,
    offers: store.offers.offers.value,
    requests: store.requests.requests.value,
  }
  const groups = filtered(chats, facts)
  const search = store.inbox.messages.value
  const isSearching = query.trim() !== ''
  // A search among no part in particular finds also what is set aside, and a deal has all of its conversations.
  const among = filter !== null ? groups[filter] : isSearching || about ? chats : groups.open
  const aboutDeal = about ? among.filter(({ customer }) => about.ids.has(customer.id)) : among
  const shown = inOrder(withWords(aboutDeal, query, facts), nowMs)
  return (
    <>
      <InboxHead store={store} shown={filter} dealId={dealId} all={groups.open} groups={groups} />
      <p role="status" className="sr-only">
        {isSearching && search.phase !== 'loading'
          ? foundText(shown.length, search.phase === 'ready' ? search.found.length : null)
          : ''}
      </p>
      {about && about.state !== 'ready' ? (
        <DealState {...about} />
      ) : shown.length === 0 ? (
        <p className="p-4 text-text-2">
          {isSearching
            ? INBOX_WORDS.noPeople
            : about
              ? INBOX_WORDS.noneAboutDeal
              : NOTHING_IN[filter ?? 'open']}
        </p>
      ) : (
        <ul aria-label="Conversations" className="p-2">
          {shown.map((chat) => (
            <li key={chat.id}>
              <Row
                store={store}
                chat={chat}
                isOpen={store.thread.value?.customerId === chat.customer.id}
                onOpen={() => store.open(chat.customer.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <FoundMessages store={store} />
    </>
  )
}

interface RowProps {
  store: SellerStore
  chat: SellerChat
  isOpen: boolean
  onOpen: () => void
}

function Row({ store, chat, isOpen, onOpen }: RowProps) {
  useSignals()
  const { customer, account_unread_count: unread } = chat
  const last = chat.last_message ? toMessage(chat.last_message) : null
  const outgoing = store.outgoing(customer.id)
  const unsent = outgoing.find(({ state }) => state === 'failed') ?? outgoing.at(-1)
  return (
    <button
      type="button"
      data-chat={customer.id}
      onClick={onOpen}
      aria-current={isOpen || undefined}
      className={classNames(
        'grid w-full cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md px-2.5 py-2.5 text-start',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Avatar name={customer.name} id={customer.id} />
      <span className="grid min-w-0">
        <span className="truncate font-semibold text-md">
          <Marked text={customer.name} query={store.inbox.query.value} />
        </span>
        <GuestNote visitor={customer.visitor} />
        <span className={classNames('truncate text-sm', unread > 0 ? 'text-text' : 'text-text-2')}>
          {unsent ? <Unsent outgoing={unsent} /> : previewOf(last)}
        </span>
        <AsideNote chat={chat} nowMs={store.aside.nowMs.value} />
      </span>
      <span className="grid justify-items-end gap-1">
        <span
          className={classNames('num text-xs', unread > 0 ? 'font-semibold text-flag-text' : 'text-text-3')}
        >
          {listTimeWords(last?.createdAt ?? null, systemClock.now())}
        </span>
        <Badge count={unread} />
      </span>
    </button>
  )
}

/** A reply to them that has not arrived: one that failed, else the last. */
function Unsent({ outgoing: { state, text } }: { outgoing: OutgoingMessage }) {
  return (
    <>
      <span className={classNames('font-medium', state === 'failed' && 'text-danger-text')}>
        {REPLY_STATES[state]}
      </span>
      {` · ${text.split('\n', 1)[0]}`}
    </>
  )
}

/** Nobody vouches for who writes from the seller's site without a login. */
export function GuestNote({ visitor }: { visitor: SellerChat['customer']['visitor'] }) {
  if (visitor?.kind !== 'guest') return null
  const { email, phone, is_email_confirmed } = visitor
  const words = email == null ? 'Guest' : `Guest, email ${is_email_confirmed ? 'confirmed' : 'not confirmed'}`
  return (
    // Never cut off: it is how to reach them.
    <span className="text-text-3 text-xs [overflow-wrap:anywhere]">
      {[words, email, phone].filter(Boolean).join(' · ')}
    </span>
  )
}

function previewOf(last: Message | null): string {
  if (!last) return 'No messages yet'
  const words = visibleText(last.action, last.message).split('\n', 1)[0] ?? ''
  const shown = words || attachedWords(last.attachments) || (last.property?.address ?? '')
  const text = [actionLabel(last.action), shown].filter(Boolean).join(' · ')
  return last.type === 'outbound' ? `You: ${text}` : text
}

function Loading() {
  return (
    <div role="status" className="grid gap-2 p-4">
      <span className="sr-only">Loading conversations</span>
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} className="h-14 rounded-md" />
      ))}
    </div>
  )
}
