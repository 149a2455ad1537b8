/** What the seller app's screen sees of its store. */
import type { ReadonlySignal, Signal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import type { Api } from '#shared/api/client.ts'
import type { Permission } from '#shared/contract/member-roles.ts'
import type { sellerChats, sellerProperties, sellerUser } from '#shared/contract/seller.ts'
import type { InboxBox } from '#shared/contract/seller-places.ts'
import type { Renew } from '#shared/thread/attachments/attachment-model.ts'
import type { Message } from '#shared/thread/model.ts'
import type { BlastRows } from './blasts/blast-rows.ts'
import type { BuyerRows } from './buyers/buyer-rows.ts'
import type { CompanyStore } from './company/company-store.ts'
import type { DealEditor } from './deals/deal-editor.ts'
import type { DealRows } from './deals/deal-rows.ts'
import type { InboxSearch } from './inbox/inbox-store.ts'
import type { Notes } from './inbox/notes.ts'
import type { ListPages } from './list-pages.ts'
import type { LoadState } from './load-state.ts'
import type { NewMark } from './new-mark.ts'
import type { OfferRows } from './offers/offer-rows.ts'
import type { ThreadOffers } from './offers/thread-offers.ts'
import type { RequestRows } from './request-rows.ts'
import type { ReviewRows } from './reviews/review-rows.ts'
import type { Places } from './seller-route.ts'
import type { SendFile } from './send-file.ts'
import type { SellerSending } from './sending.ts'
import type { TodayRows } from './today/today-rows.ts'
import type { VisitRows } from './visit-rows.ts'

export type SellerMember = z.output<typeof sellerUser.reply>['data']
export type SellerChat = z.output<typeof sellerChats.reply>['data'][number]
export type SellerProperty = z.output<typeof sellerProperties.reply>['data'][number]

/** The open thread with one buyer, oldest message first; its messages are the chat's own, with `outbound` for the seller app's. */
export interface SellerThread {
  customerId: number
  name: string
  messages: readonly Message[]
  state: LoadState | 'gone'
  hasOlder: boolean
  older: 'idle' | 'loading' | 'failed'
  /** As long as it is open. */
  newMark: NewMark
}

/** A failed action, in words, and how to try it again. */
export interface SendProblem {
  text: string
  retry: () => void
}

/** Where a conversation goes: among the open ones, or out of them. */
export type Aside =
  | { readonly state: Exclude<InboxBox, 'snoozed'> }
  | { readonly state: 'snoozed'; readonly untilMs: number }

export interface SetAside {
  /** The time by which the list is shown: a minute old at most, and never before a snooze that has ended. */
  readonly nowMs: ReadonlySignal<number>
  /** Rejects with `ApiError`. Resolves with what was before. */
  move(chat: SellerChat, to: Aside): Promise<Aside>
  dispose(): void
}

type Replies = Pick<
  SellerSending,
  'outgoing' | 'attaching' | 'unsent' | 'draft' | 'reply' | 'resend' | 'discard'
>

export interface SellerStore extends Pick<Places, 'place' | 'go'>, Replies {
  readonly member: SellerMember
  /** Whether the person's role includes it. The server decides; a page leaves out what it would refuse. */
  may(permission: Permission): boolean
  /** The same for what changes something, which nobody may while the company closes. */
  mayChange(permission: Permission): boolean
  /** When the company’s data is deleted, while an owner closes it. */
  readonly closesAt: Signal<string | null>
  readonly deals: DealRows
  readonly company: CompanyStore
  readonly chats: ReadonlySignal<readonly SellerChat[]>
  readonly chatsState: ReadonlySignal<LoadState>
  readonly thread: ReadonlySignal<SellerThread | null>
  readonly errorMessage: ReadonlySignal<SendProblem | null>
  readonly today: TodayRows
  readonly requests: RequestRows
  readonly visits: VisitRows
  readonly offers: OfferRows
  /** The offers of the open thread, for their cards. */
  readonly cards: ThreadOffers
  readonly renewAttachment: Renew
  readonly reviews: ReviewRows
  readonly buyers: BuyerRows
  readonly blasts: BlastRows
  readonly properties: Pick<ListPages<SellerProperty>, 'rows' | 'state' | 'load'>
  loadChats(): Promise<void>
  readonly inbox: InboxSearch
  readonly aside: SetAside
  readonly notes: Notes
  /** With a message: older ones are loaded until it is there. */
  open(customerId: number, messageId?: number): void
  /** The message that the open thread shall show. */
  readonly wanted: Signal<number | null>
  close(): void
  loadOlder(): Promise<void>
  /** An answer to an offer is not sent, or a reply that this browser does not keep: closing the tab would lose it. */
  readonly isUnsent: ReadonlySignal<boolean>
  /** Sends a deal as a card; rejects with `ApiError`, and a repeat sends no second one. */
  sendProperty(customerId: number, propertyId: number): Promise<void>
  /** Begins to edit a deal, or a new one; the caller disposes of it. */
  edit(dealId: number | null): DealEditor
  readonly sendFile: SendFile
  /** For a part of the seller app that keeps what it loads to itself. */
  readonly call: Api
  /** Who looks after the conversation; null is nobody in particular. */
  assign(customerId: number, memberId: number | null): Promise<void>
  /** Takes no more messages from the customer, or takes them again. */
  block(customerId: number, isBlocked: boolean): Promise<void>
  /** Says above the page what was not done, and why. */
  fail(text: string, error: unknown): void
  dismiss(): void
  /** Reconnects after a new login of the same person. */
  reconnect(): void
  /** Nothing of the member's replies stays in this browser: they logged out. */
  forget(): void
  /** Ends the socket and the sending; what is not sent is kept. */
  dispose(): void
}
