/** What the server needs of a service that takes cards. A card's number is none of it: the service's own fields make a token of it. */

import type { FastifyRequest } from 'fastify'
import type { Currency } from '#shared/contract/installation.ts'
import type { DeclineCode } from '#shared/contract/money.ts'

export interface Payer {
  customerId: number
  email: string
  name: string
}

export interface ProvidedCard {
  /** Names the card to the service. */
  ref: string
  brand: string
  lastFour: string
  expMonth: number
  expYear: number
}

/** A charge as it is asked for. Asking again with the same payment is the same charge. */
export interface Charge {
  paymentId: number
  payer: Payer
  cardRef: string
  amountCents: number
  currency: Currency
  description: string
}

/** What is known of a charge later. */
export interface KnownCharge {
  paymentId: number
  customerId: number
  /** Null when the answer to the charge never came. */
  ref: string | null
}

export type Outcome =
  | { state: 'succeeded' | 'pending'; ref: string }
  | { state: 'requires_action'; ref: string; action: { url: string } | { token: string } }
  | { state: 'declined'; ref: string | null; code: DeclineCode }
  /** Money that had come went back: refunded or charged back at the service. */
  | {
      state: 'reversed'
      ref: string
      /** How much in all, when it may be less than the whole charge; also what withdrawals sent back. */
      backCents?: number
    }

/** A part of a charge that goes back to its card. Asking again with the same withdrawal is the same refund. */
export interface Refund extends KnownCharge {
  ref: string
  withdrawalId: number
  amountCents: number
}

export type RefundOutcome = 'paid' | 'refused'

/** Something the service says by itself. The payload is kept, so that it can be applied again. */
export interface BillingEvent {
  /** The service's own name for it: the same one is applied once. */
  eventRef: string
  payload: Record<string, unknown>
}

export interface BillingProvider {
  name: 'none' | 'embedded' | 'recurly'
  /** For the browser, or null where no cards are taken. */
  fields(): { driver: 'embedded' | 'recurly'; fields_url: string | null; public_key: string | null } | null
  /** Throws 422 on `token` for a card that is refused, 503 when the service does not answer. */
  addCard(payer: Payer, token: string): Promise<ProvidedCard>
  removeCard(payer: Pick<Payer, 'customerId'>, cardRef: string): Promise<void>
  /** Rejects when it is not known what became of the charge; it is asked for later then. */
  charge(charge: Charge): Promise<Outcome>
  /** After the step at the bank. */
  complete(charge: Charge & { ref: string }, resultToken: string | null): Promise<Outcome>
  /** What became of a charge; null when the service never heard of it. */
  find(charge: KnownCharge): Promise<Outcome | null>
  /** Refunds all of it to the card. A repeat is the same refund. Rejects unless it is known to be refunded. */
  refund(charge: KnownCharge & { ref: string; amountCents: number }): Promise<void>
  /** Returns a part to the card. Rejects when it is not known what became of it. */
  refundPart(refund: Refund): Promise<RefundOutcome>
  /** What became of a refund that was asked for; null when the service never heard of it. */
  findRefund(refund: Refund): Promise<'paid' | null>
  /** `forged`: the signature does not hold. `irrelevant`: genuine, and about nothing we keep. */
  readWebhook(
    request: Pick<FastifyRequest, 'headers'>,
    rawBody: string,
  ): BillingEvent | 'forged' | 'irrelevant'
  /** Which charge an event is about and how it stands, asked of the service where an event only says that something changed. */
  resolve(
    payload: Record<string, unknown>,
  ): Promise<{ ref: string; paymentId: number | null; outcome: Outcome } | null>
}

export type BillingSettings =
  /** No cards are taken: what a real installation has until it names a service. */
  | { driver: 'none' }
  /** The demo world's own bank, which moves no money. */
  | { driver: 'embedded' }
  | {
      driver: 'recurly'
      apiKey: string
      /** For the browser. */
      publicKey: string
      webhookKey: string
      region: 'us' | 'eu'
      /** Another address of Recurly's API, for tests. */
      origin?: string
    }
