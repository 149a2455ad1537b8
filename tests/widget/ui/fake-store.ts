/** A chat store whose every signal a test can turn, and that remembers what was asked of it. */
import { computed, type Signal, signal } from '@preact/signals-core'
import type {
  ChatStore,
  Connection,
  Conversation,
  Load,
  Message,
  OutgoingMessage,
  Row,
  Rows,
} from '#shared/thread/model.ts'
import type {
  OfferAsk,
  OfferNow,
  OfferRefusal,
  OfferReply,
  OfferStanding,
} from '#shared/thread/offer-model.ts'

export const READY: Load = { phase: 'ready' }
export const LOADING: Load = { phase: 'loading' }
export const FAILED: Load = { phase: 'failed', failure: { kind: 'timeout' } }

export function aConversation(over: Partial<Conversation> = {}): Conversation {
  return {
    key: over.id ?? 1,
    id: 1,
    name: 'Bayou City Homebuyers',
    logo: null,
    messageType: 'outbound',
    action: null,
    createdAt: '2025-06-10T14:55:00Z',
    message: 'Code goes out Friday.',
    unreadCount: 0,
    ...over,
  }
}

export const ALONE = { before: false, after: false } as const

export function fakeStore(conversations: readonly Conversation[] = [aConversation()]) {
  const all = signal(conversations)
  const query = signal('')
  const selectedId = signal<number | null>(null)
  const drafts = new Map<number, Signal<string>>()
  const asked: string[] = []
  const parts = {
    listLoad: signal<Load>(READY),
    threadLoad: signal<Load>(READY),
    older: signal<Load>({ phase: 'idle' }),
    hasOlder: signal(false),
    rows: signal<Rows>(rowsOf([])),
    arrived: signal<Message | null>(null),
    unread: signal<readonly number[]>([]),
    connection: signal<Connection>({ phase: 'live' }),
    offers: fakeOffers(asked),
    company: signal<Conversation | null | undefined>(null),
    contactLoad: signal<Load>({ phase: 'idle' }),
    readMarks: signal<Load>(READY),
    readsWaiting: signal<readonly number[]>([]),
  }
  const store: ChatStore = {
    status: signal('initialised' as const),
    customerId: 7,
    conversations: {
      load: parts.listLoad,
      all,
      query,
      found: computed(() =>
        all.value.filter(({ name }) => name.toLowerCase().includes(query.value.trim().toLowerCase())),
      ),
      unreadTotal: computed(() => all.value.reduce((sum, { unreadCount }) => sum + unreadCount, 0)),
      reload: async () => void asked.push('reload'),
    },
    contact: {
      company: parts.company,
      load: parts.contactLoad,
      reload: async () => void asked.push('contact'),
      cancel: () => {},
    },
    selected: computed(() => all.value.find(({ id }) => id === selectedId.value) ?? null),
    thread: {
      load: parts.threadLoad,
      older: parts.older,
      hasOlder: parts.hasOlder,
      rows: parts.rows,
      arrived: parts.arrived,
      unread: parts.unread,
      loadOlder: async () => void asked.push('loadOlder'),
      retry: async () => void asked.push('retry'),
    },
    offers: parts.offers,
    renewAttachment: async () => null,
    connection: parts.connection,
    readMarks: parts.readMarks,
    readsWaiting: parts.readsWaiting,
    init: () => void asked.push('init'),
    destroy: () => void asked.push('destroy'),
    select: (accountId) => {
      selectedId.value = accountId
    },
    clearSelection: () => {
      selectedId.value = null
    },
    draft(accountId) {
      const known = drafts.get(accountId) ?? signal('')
      drafts.set(accountId, known)
      return known
    },
    send: (text) => void asked.push(`send ${text}`),
    resend: (clientId) => void asked.push(`resend ${clientId}`),
    resume: () => void asked.push('resume'),
    discard: (clientId) => {
      asked.push(`discard ${clientId}`)
      return 'the text'
    },
    sighted: (id) => void asked.push(`sighted ${id}`),
    unsighted: (id) => void asked.push(`unsighted ${id}`),
    flushReadMarks: async () => void asked.push('flush'),
  }
  return { store, asked, all, ...parts }
}

/** Offers that a test puts in place; each move is written down and answered with `answer`. */
export function fakeOffers(asked: string[] = []) {
  const standings = signal<ReadonlyMap<number, OfferStanding>>(new Map())
  const replies = new Map<number, Signal<OfferReply | null>>()
  const parts = { answer: null as OfferRefusal | null, nowMs: 0 }
  return Object.assign(parts, {
    standings,
    /** This message is the last of its offer, which stands so. */
    stand(messageId: number, now: OfferNow) {
      standings.value = new Map([[now.id, { now, last: { id: messageId, atMs: 0 } }]])
    },
    serverNow: () => parts.nowMs,
    checkTime: () => void asked.push('checkTime'),
    reply(offerId: number) {
      const known = replies.get(offerId) ?? signal<OfferReply | null>(null)
      replies.set(offerId, known)
      return known
    },
    async move(offerId: number, ask: OfferAsk) {
      asked.push(`move ${offerId} ${JSON.stringify(ask)}`)
      return parts.answer
    },
  })
}

/** Rows of a plain array. */
export function rowsOf(rows: readonly Row[]): Rows {
  return {
    count: rows.length,
    firstIndex: 1000,
    at(offset) {
      const row = rows[offset]
      if (!row) throw new RangeError(`no row ${offset}`)
      return row
    },
    offsetOf: (id) => rows.findIndex((row) => row.kind === 'message' && row.message.id === id),
    total: null,
    numberAt: () => null,
  }
}

export function anOutgoing(over: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    clientId: 'c1',
    text: 'Saturday at 10 then.',
    atMs: 0,
    state: 'sending',
    reason: null,
    canTakeBack: false,
    ...over,
  }
}
