/** The buyer's binding confirmation of an accepted offer, which pays the platform fee. Again changes nothing (checklist OFR-18, T-08). */
import type { Transaction } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { chargePlatformFee } from '#server/payments/fees.ts'
import { formatMoney } from '#shared/format/money.ts'
import { isOverdue } from '#shared/rules/offers/offer-clock.ts'
import { nextState } from '#shared/rules/offers/offer-graph.ts'
import { amountOf } from './notify.ts'
import { lockOffer, type OfferRow } from './offer-row.ts'
import type { PendingEffects } from './pending-effects.ts'
import { notNow } from './refusals.ts'
import { type Mover, writeMove } from './write-move.ts'

export interface Confirmation {
  offerId: number
  customerId: number
  /** In units of the currency as the buyer saw them; undefined when the client does not say. */
  expectedFee: string | undefined
  by: Mover
  nowMs: number
}

/** Throws 404; 409 `not_now`, `changed`, or `funds` when the wallet does not hold the fee. */
export async function confirmOffer(
  trx: Transaction<Schema>,
  { offerId, customerId, expectedFee, by, nowMs }: Confirmation,
  pendingEffects: PendingEffects,
): Promise<void> {
  const before = await lockOffer(trx, offerId)
  if (!before || before.customer_id !== customerId) throw notFound()
  if (CONFIRMED.includes(before.state)) return
  const to = nextState(before.state, 'buyer', 'confirm')
  if (to === null) throw notNow(before)
  if (isOverdue(before.state, before.expires_at?.getTime() ?? null, nowMs)) throw notNow({ state: 'expired' })
  const feeCents = before.platform_fee_cents ?? 0
  refuseOtherFee(expectedFee, feeCents)
  await chargePlatformFee(trx, {
    customerId,
    offerId,
    amountCents: feeCents,
    description: `Platform fee, ${before.snapshot?.address ?? `offer ${offerId}`}`,
  })
  pendingEffects.walletsOf.add(customerId)
  const patch = { state: to, expires_at: null, decided_at: new Date(nowMs) }
  await writeMove(trx, { before, kind: 'confirm', by, patch, note: null, nowMs }, pendingEffects)
}

const CONFIRMED: readonly OfferRow['state'][] = ['confirmed', 'under_contract', 'closed']
const CENTS = 100

function refuseOtherFee(expected: string | undefined, feeCents: number): void {
  if (expected === undefined || Math.round(Number(expected) * CENTS) === feeCents) return
  const words = `The platform fee of this offer is ${formatMoney(amountOf(feeCents) ?? 0)}.`
  throw new Refusal(409, {
    message: `${words} Look at it again, then confirm.`,
    code: 'changed',
    errors: { expected_fee: [words] },
  })
}
