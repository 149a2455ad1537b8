/** What the desk's screen sees of its store. */
import type { ReadonlySignal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import type { Api } from '#shared/api/client.ts'
import type { deskChats, deskProperties, deskUser } from '#shared/contract/desk.ts'
import type { RealtimeState } from '#shared/realtime/realtime.ts'
import type { Message } from '#shared/thread/model.ts'
import type { Offers } from '#shared/thread/offer-model.ts'
import type { BlastRows } from './blasts/blast-rows.ts'
import type { BuyerRows } from './buyers/buyer-rows.ts'
import type { CompanyDesk } from './company/company-store.ts'
import type { DealEditor } from './deals/deal-editor.ts'
import type { DealRows } from './deals/deal-rows.ts'
import type { LoadState } from './load-state.ts'
import type { OfferRows } from './offers/offer-rows.ts'
import type { RequestRows } from './request-rows.ts'
import type { ReviewRows } from './reviews/review-rows.ts'
import type { Places } from './seller-route.ts'
import type { SendFile } from './send-file.ts'
import type { VisitRows } from './visit-rows.ts'

export type DeskMember = z.output<typeof deskUser.reply>['data']
export type DeskChat = z.output<typeof deskChats.reply>['data'][number]
export type DeskProperty = z.output<typeof deskProperties.reply>['data'][number]

/** The open thread with one buyer, oldest message first; its messages are the chat's own, with `outbound` for the desk's. */
export interface DeskThread {
  customerId: number
  name: string
  messages: readonly Message[]
  state: LoadState
  hasOlder: boolean
  older: 'idle' | 'loading' | 'failed'
}

/** A failed action, in words, and how to try it again. */
export interface Trouble {
  text: string
  retry: () => void
}

export interface DeskStore extends Pick<Places, 'place' | 'go'> {
  readonly member: DeskMember
  readonly deals: DealRows
  readonly company: CompanyDesk
  readonly chats: ReadonlySignal<readonly DeskChat[]>
  readonly chatsState: ReadonlySignal<LoadState>
  readonly thread: ReadonlySignal<DeskThread | null>
  readonly connection: ReadonlySignal<RealtimeState>
  readonly trouble: ReadonlySignal<Trouble | null>
  readonly requests: RequestRows
  readonly visits: VisitRows
  readonly offers: OfferRows
  /** The offers of the open thread, for their cards. */
  readonly cards: Offers
  readonly reviews: ReviewRows
  readonly buyers: BuyerRows
  readonly blasts: BlastRows
  readonly properties: ReadonlySignal<readonly DeskProperty[] | null>
  loadChats(): Promise<void>
  open(customerId: number): void
  close(): void
  loadOlder(): Promise<void>
  /** True once it was sent, also by a retry; false when it was given up. */
  reply(text: string): Promise<boolean>
  sendProperty(propertyId: number): Promise<boolean>
  loadProperties(): Promise<void>
  /** Begins to edit a deal; the caller disposes of it. */
  edit(dealId: number): DealEditor
  readonly sendFile: SendFile
  /** For a part of the desk that keeps what it loads to itself. */
  readonly call: Api
  /** Who looks after the conversation; null is nobody in particular. */
  assign(customerId: number, memberId: number | null): Promise<void>
  dismiss(): void
  /** Reconnects after a new login of the same person. */
  reconnect(): void
  /** Ends the socket and forgets everything. */
  dispose(): void
}
