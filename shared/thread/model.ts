/**
 * The chat's own words: what a screen sees and what it may ask for. No React, no DOM, no wire names.
 * Everything readable is a signal; everything else is an action.
 */
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { Failure } from '#shared/api/api-error.ts'
import type { Input } from '#shared/contract/endpoint.ts'
import type { sendTextMessage, TextMessageWire } from '#shared/contract/messenger.ts'
import type { Attaching, Attachment, ChosenFiles, Renew } from './attachments/attachment-model.ts'
import type { OfferCard, Offers } from './offer-model.ts'

export type Direction = 'inbound' | 'outbound'

/** One row of the conversation list (spec section 3, Chat). */
export interface Conversation {
  /** Chat id. */
  readonly key: number
  /** Account id, which is also the conversation's id. */
  readonly id: number
  readonly name: string
  readonly logo: string | null
  readonly messageType: Direction | null
  readonly action: string | null
  /** ISO 8601 instant, or null when nothing was ever sent. */
  readonly createdAt: string | null
  readonly message: string
  readonly unreadCount: number
  /** What to know before the first message to a company; only while there is no conversation with it. */
  readonly note?: string
}

/** What the page on which a message is written is about, for its first message there. */
export type About = Omit<Input<typeof sendTextMessage>['body'], 'message'>

export interface PropertyCard {
  readonly id: number
  readonly createdAt: string | null
  readonly url: string | null
  readonly thumb: string | null
  readonly priceUsd: number | null
  readonly arvUsd: number | null
  readonly address: string
  readonly beds: number | null
  readonly baths: number | null
  readonly sqft: number | null
}

/** An address request or a question that rides on a message. */
export interface Inquiry {
  readonly id: number
  /** Of an address request: `pending`, `granted` or `declined`. */
  readonly state: string | null
}

/** A message the server knows (spec section 3, Message). */
export interface Message {
  readonly id: number
  readonly type: Direction
  readonly action: string | null
  readonly channel: string | null
  /** ISO 8601 instant. */
  readonly createdAt: string | null
  /** The same in milliseconds since 1970; 0 when the wire's instant is not valid. Threads are ordered by (atMs, id). */
  readonly atMs: number
  readonly message: string
  readonly isRead: boolean
  /** When its reader read it, null until then or when nobody says; undefined where its sender does not get to know. */
  readonly readAt?: string | null | undefined
  /** The send it came from: empty for none that had a name, null when the server does not say. */
  readonly clientId: string | null
  readonly attachments?: readonly Attachment[] | undefined
  readonly property: PropertyCard | null
  readonly offer: OfferCard | null
  readonly inquiry: Inquiry | null
  /** The page on which it was written, for the seller. */
  readonly context?: TextMessageWire['context']
}

/** A text the customer has sent here that the server has not confirmed yet. */
export interface OutgoingMessage {
  /** Also the `Idempotency-Key` of its POST. */
  readonly clientId: string
  readonly text: string
  readonly files?: ChosenFiles | undefined
  readonly atMs: number
  readonly state: SendState
  /** Why it failed and what the person may do, in words; else null. */
  readonly reason: string | null
  /** Its text may be edited or deleted: it has not arrived, and will not unless the person retries it. */
  readonly canTakeBack: boolean
}

/**
 * `checking`: it may have arrived, which is not known yet. `waiting`: for a network. `failed`: it was not sent, and goes out only
 * if the person retries it.
 */
export type SendState = 'sending' | 'checking' | 'waiting' | 'failed'

/** A row the thread draws. `joined` tells whether bubbles before and after belong to the same run (DESIGN.md, Message bubble). */
export type Row =
  | { readonly kind: 'date'; readonly key: string; readonly atMs: number }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: Message
      readonly joined: Joined
      /** The newest of the reader's own, with nothing on its way behind it: says what became of it. */
      readonly isOwnLast: boolean
    }
  | {
      readonly kind: 'outgoing'
      readonly key: string
      readonly outgoing: OutgoingMessage
      readonly joined: Joined
    }

export interface Joined {
  readonly before: boolean
  readonly after: boolean
}

/** A window on the rows, made so that a virtual list needs no array: rows are read by index. */
export interface Rows {
  readonly count: number
  /** Falls by the number of rows put in front, so that a row keeps its index in the virtual list for ever. */
  readonly firstIndex: number
  /** Row `offset` from the top, 0 ≤ offset < count. */
  at(offset: number): Row
  /** Offset of a message's row, or -1. */
  offsetOf(messageId: number): number
  /** Messages in all, those on their way among them; null while older ones are still to be loaded. */
  readonly total: number | null
  /** Which of them row `offset` is, from 1; null for a date, and while nobody can know. */
  numberAt(offset: number): number | null
}

export type Load =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failed'; readonly failure: Failure }

/** How live the screen is. `off`: there is no usable realtime configuration, `note` says why. */
export type Connection =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'live' }
  | { readonly phase: 'lost' }
  | { readonly phase: 'off'; readonly note: string }

export interface ConversationList {
  readonly load: ReadonlySignal<Load>
  /** All, latest message first. Also filled while further pages still load. */
  readonly all: ReadonlySignal<readonly Conversation[]>
  /** Search text; matches a substring of the name, upper and lower case alike. */
  readonly query: Signal<string>
  readonly found: ReadonlySignal<readonly Conversation[]>
  readonly unreadTotal: ReadonlySignal<number>
  reload(): Promise<void>
}

export interface Thread {
  readonly load: ReadonlySignal<Load>
  /** State of the last `loadOlder`. */
  readonly older: ReadonlySignal<Load>
  readonly hasOlder: ReadonlySignal<boolean>
  /** A new object whenever anything in it changed. */
  readonly rows: ReadonlySignal<Rows>
  /** The latest message that came in live, for the announcer and the pill; null after selecting a conversation. */
  readonly arrived: ReadonlySignal<Message | null>
  /** Ids of what was unread when the thread was opened, the oldest first; they stay when it is read. */
  readonly unread: ReadonlySignal<readonly number[]>
  loadOlder(): Promise<void>
  /** Loads again after `load` or `older` failed. */
  retry(): Promise<void>
}

/** The company behind an account that was selected without a conversation, for a first message to it. */
export interface FirstContact {
  /** Null if there is none to write to, undefined until that is known. */
  readonly company: ReadonlySignal<Conversation | null | undefined>
  /** State of the last request; one that failed is repeated until there is an answer. */
  readonly load: ReadonlySignal<Load>
  /** Asks again after `load` failed. */
  reload(): Promise<void>
  /** Stops asking for a company that is not known yet. */
  cancel(): void
}

export interface ChatStore {
  readonly status: ReadonlySignal<'uninitialised' | 'initialised' | 'destroyed'>
  readonly customerId: number
  readonly conversations: ConversationList
  readonly selected: ReadonlySignal<Conversation | null>
  readonly contact: FirstContact
  readonly thread: Thread
  readonly offers: Offers
  readonly renewAttachment: Renew
  /** Null where the backend takes no files. */
  readonly attaching?: Attaching | null | undefined
  readonly connection: ReadonlySignal<Connection>
  /** Set while read marks cannot be delivered; the queue keeps them. */
  readonly readMarks: ReadonlySignal<Load>
  /** The conversation of each message that was read on this screen and that the server does not know of yet. */
  readonly readsWaiting: ReadonlySignal<readonly number[]>
  /** Starts the subscription, the list and the read-marking job. */
  init(): void
  /** Clears chats, messages, selection, listeners and timers. Final. */
  destroy(): void
  /** Of an account without a conversation, the company is asked for first. */
  select(accountId: number): void
  clearSelection(): void
  /** The unsent text of a conversation; it survives a reload of the page. */
  draft(accountId: number): Signal<string>
  /** Sends to the selected conversation, with what is chosen for it. Does nothing when blank or over the limit. */
  send(text: string): void
  resend(clientId: string): void
  /** Withdraws a message that has not arrived; returns its text for the composer. Null for others. */
  discard(clientId: string): string | null
  /** The network is back, or the page is visible again: unsent messages are checked at once. */
  resume(): void
  /** An unread message is on screen in a visible document. */
  sighted(messageId: number): void
  /** It left the screen before it was seen long enough. */
  unsighted(messageId: number): void
  /** Delivers queued read marks now, outliving the page. */
  flushReadMarks(): Promise<void>
}

/** Where the element stands before there is a store. */
export type SessionState =
  | { readonly phase: 'signed-out' }
  | { readonly phase: 'authorising' }
  | { readonly phase: 'refused' }
  | { readonly phase: 'unreachable'; readonly failure: Failure; readonly retry: () => void }
  | { readonly phase: 'authorised'; readonly store: ChatStore }
  /** The token stopped working in mid-session; the store is gone, a new token resumes. */
  | { readonly phase: 'expired' }
