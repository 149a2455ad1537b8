/** The messenger of one customer: puts the parts together and says what each of them is told. Signals and actions, no screen. */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core'
import type { Api } from '#shared/api/client.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { textMessagesRead } from '#shared/contract/messenger.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { createAttaching, finishFiles, takeChosen } from '#shared/thread/attachments/attaching.ts'
import type { AttachingDeps } from '#shared/thread/attachments/attachment-model.ts'
import type { About, ChatStore, Message } from '#shared/thread/model.ts'
import { createOfferBook } from '#shared/thread/offer-book.ts'
import { createDrafts } from '#shared/thread/sending/drafts.ts'
import { type Kept, NOTHING } from '#shared/thread/sending/kept.ts'
import { createOutbox } from '#shared/thread/sending/outbox.ts'
import { toOfferNow } from '#shared/thread/translate.ts'
import { announceConversation, announceUnread } from './announce.ts'
import { askAgain } from './ask-again.ts'
import type { Emit } from './chat-events.ts'
import { createConversations } from './conversations.ts'
import { createFirstContact } from './first-contact.ts'
import type { LiveSource } from './live-source.ts'
import { createLiveUpdates } from './live-updates.ts'
import { createMessagePages } from './message-pages.ts'
import { postMessage } from './post-message.ts'
import { createReadQueue } from './read-queue.ts'
import { createTurns } from './serial-queue.ts'
import { createThread } from './thread.ts'

export interface ChatStoreDeps {
  readonly api: Api
  readonly customerId: number
  readonly live: ReadonlySignal<LiveSource>
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  /** What outlives the page. */
  readonly kept?: Pick<Kept, 'sends' | 'drafts' | 'forgotten'>
  /** Says to the customer's other tabs, as an event, what a server may not tell them. */
  broadcastToTabs?(name: string, payload: unknown): void
  /** The backend says that a message may open a conversation. */
  readonly opensContacts?: boolean | null | undefined
  /** The backend takes files. */
  readonly files?: Omit<AttachingDeps, 'isOnline'> | null | undefined
  /** What the page says of itself to this account. */
  about?: ((accountId: number) => About) | undefined
  /** Milliseconds between deliveries of read marks. */
  jobIntervalMs(): number
  /** False while the browser knows that it is offline; absent if unknown. */
  isOnline?: (() => boolean) | undefined
}

export function createChatStore(deps: ChatStoreDeps): ChatStore {
  const { api, customerId, clock, log, emit } = deps
  const status = signal<'uninitialised' | 'initialised' | 'destroyed'>('uninitialised')
  const kept = deps.kept ?? { ...NOTHING, forgotten: new AbortController().signal }
  const drafts = createDrafts(kept.drafts)
  const turns = createTurns()
  const pages = createMessagePages(api, customerId, emit)
  const book = createOfferBook(clock)
  const conversations = createConversations({ api, customerId, turns, log })
  const contact = createFirstContact({
    api,
    customerId,
    log,
    onFound(accountId) {
      // Another conversation may have been opened meanwhile.
      if (isUp() && thread.accountId.peek() === null) thread.open(accountId)
    },
  })

  const isOnline = deps.isOnline ?? (() => true)
  const attaching = deps.files ? createAttaching({ ...deps.files, isOnline }) : null

  const outbox = createOutbox({
    own: 'inbound',
    post: postMessage(api, customerId, (accountId) => ({
      ...deps.about?.(accountId),
      ...(deps.opensContacts && !conversations.has(accountId) && { first_contact: true }),
    })),
    walk: pages.walk,
    clock,
    log,
    kept: kept.sends,
    forgotten: kept.forgotten,
    isOnline,
    upload: (send) => (attaching ? finishFiles(attaching, send) : Promise.resolve(null)),
    newestId: (accountId) => Math.max(thread.newestId(accountId), conversations.lastMessageId(accountId)),
    onMessages(accountId, messages) {
      for (const message of messages) place(accountId, message, false)
    },
    onSent(accountId, messageId) {
      if (!conversations.has(accountId)) void conversations.reload()
      emit({ type: 'sent', accountId, messageId })
    },
    onFinishedElsewhere: () => live.refresh(),
  })

  const thread = createThread({
    pages,
    log,
    offers: book,
    outgoing: outbox.outgoing,
    sentAs: outbox.sentAs,
    isMarked: (messageId) => readQueue.isMarked(messageId),
    onRead(accountId, messages) {
      outbox.observe(accountId, messages)
      readQueue.doubt(messages)
    },
    onLoaded: (accountId, messages, isWhole) =>
      batch(() => conversations.loaded(accountId, messages, isWhole)),
  })

  const readQueue = createReadQueue({
    api,
    customerId,
    clock,
    turns,
    log,
    intervalMs: deps.jobIntervalMs,
    unreadIn(messageId) {
      const message = thread.get(messageId)
      return message?.type === 'outbound' && !message.isRead ? thread.accountId.peek() : null
    },
    onMarked(accountId, ids, isNews) {
      batch(() => markRead(accountId, ids, null))
      if (!isNews || live.isBehind()) void conversations.reload()
      const read = { account_id: accountId, customer_id: customerId, text_messages_ids: ids }
      if (ids.length > 0) deps.broadcastToTabs?.(textMessagesRead.name, read)
    },
  })

  /** Pages on their way may be older than what was just heard. */
  const readAgain = () => thread.isReading() && live.refresh()
  const live = createLiveUpdates({
    source: deps.live,
    clock,
    log,
    emit,
    isKnown: conversations.has,
    onMessage(accountId, message) {
      place(accountId, message, true)
      outbox.observe(accountId, [message])
    },
    onRead: (accountId, ids, total) => batch(() => markRead(accountId, readQueue.confirm(ids), total, ids)),
    onSeen(ids, readAt) {
      thread.markRead(ids, readAt)
      readAgain()
    },
    onDecision(decision) {
      thread.decide(decision)
      readAgain()
    },
    onOffer(offer) {
      const now = toOfferNow(offer)
      if (now) book.hear(now)
      readAgain()
    },
    reload() {
      void contact.reload()
      return conversations.reload()
    },
    catchUp: thread.catchUp,
    onCaughtUp: () => readQueue.doubtAll(),
  })

  const selected = computed(() => {
    const accountId = thread.accountId.value
    if (accountId === null) return null
    const company = contact.company.value
    return conversations.get(accountId) ?? (company?.id === accountId ? company : null)
  })

  /** A message the server knows, wherever it came from: into its thread when that is open, and into the list. */
  function place(accountId: number, message: Message, isLive: boolean): void {
    readQueue.doubt([message])
    thread.take(accountId, message, isLive)
    conversations.received(accountId, message)
  }

  /** `fresh` lower the count; `all` are marked in the thread. */
  function markRead(
    accountId: number,
    fresh: readonly number[],
    total: number | null,
    all: readonly number[] = fresh,
  ): void {
    thread.markRead(all)
    if (fresh.length > 0 || total !== null) conversations.markedRead(accountId, fresh, total)
  }

  function leave(): void {
    readQueue.unsightAll()
    thread.close()
  }

  function begin(): void {
    live.start()
    outbox.adopt()
  }

  const isUp = () => status.peek() === 'initialised'
  let ends: (() => void)[] = []

  return {
    status,
    customerId,
    conversations,
    selected,
    contact,
    thread,
    offers: {
      ...book,
      // Every page of a thread says the time of its offers.
      checkTime: () => void thread.catchUp(),
      async move(offerId, ask) {
        const { moveOffer } = await import('./move-offer.ts')
        const { refusal, now } = await moveOffer(api, offerId, ask)
        if (now) book.hear(now)
        // This socket is spared the message that tells it; after a refusal somebody else was faster.
        live.refresh()
        return refusal
      },
    },
    renewAttachment: (id) =>
      import('./renew-attachment.ts').then(
        ({ renewAttachment }) => renewAttachment(api, customerId, id),
        () => null,
      ),
    attaching,
    connection: live.connection,
    readMarks: readQueue.state,
    readsWaiting: readQueue.waiting,

    init() {
      if (status.peek() !== 'uninitialised') return
      status.value = 'initialised'
      void conversations.reload()
      ends = [
        announceUnread(conversations.isCounted, conversations.unreadTotal, emit),
        effect(() => {
          // The socket waits for the first page, so that it does not compete with it.
          if (conversations.isShown.value) untracked(begin)
        }),
        effect(() => {
          if (live.connection.value.phase === 'live') untracked(outbox.resume)
        }),
        askAgain(conversations, clock, () => live.connection.value.phase === 'live'),
        // A page may have no live updates and still want to write.
        askAgain(contact, clock, () => true),
        effect(() => {
          const isGone = thread.accountId.value !== null && selected.value === null
          if (isGone) untracked(leave)
        }),
        announceConversation(thread.accountId, emit),
      ]
    },

    destroy() {
      if (status.peek() === 'destroyed') return
      batch(() => {
        status.value = 'destroyed'
        live.dispose()
        readQueue.dispose()
        outbox.dispose()
        leave()
        conversations.dispose()
        drafts.end()
      })
      for (const end of ends) end()
    },

    select(accountId) {
      if (!isUp() || thread.accountId.peek() === accountId) return
      if (!conversations.has(accountId) && contact.company.peek()?.id !== accountId) {
        if (deps.opensContacts) contact.ask(accountId)
        return
      }
      contact.cancel(accountId)
      readQueue.unsightAll()
      thread.open(accountId)
    },
    clearSelection: leave,
    draft: drafts.of,

    send(text) {
      const accountId = thread.accountId.peek()
      if (!isUp() || accountId === null || text.length > MESSAGE_MAX_LENGTH) return
      const files = attaching ? takeChosen(attaching, accountId) : []
      if (files.length > 0 || text.trim() !== '') outbox.send(accountId, text, files)
    },
    resend: outbox.resend,
    discard: outbox.discard,
    resume: outbox.resume,

    sighted: readQueue.sighted,
    unsighted: readQueue.unsighted,
    flushReadMarks: readQueue.flush,
  }
}
