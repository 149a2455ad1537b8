/** Says live to both sides where an offer stands. Of a draft nothing is said: it is nobody's business. */

import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import type { OfferRow } from '#server/offers/offers/offer-row.ts'
import { accountChannel, messageChannels, offerUpdated } from '#shared/contract/events.ts'
import type { OfferSummary } from '#shared/contract/offers.ts'
import { turnOf } from '#shared/rules/offers/offer-graph.ts'

const CENTS = 100

export const offerSummaryOf = (row: OfferRow, nowMs: number): OfferSummary => ({
  id: row.id,
  property_id: row.property_id,
  account_id: row.account_id,
  customer_id: row.customer_id,
  state: row.state,
  version: row.version,
  price: amountOf(row.price_cents),
  buyer: row.buyer,
  turn: turnOf(row.state),
  expires_at: row.expires_at?.toISOString() ?? null,
  is_backup: row.is_backup,
  release_requested_at: row.release_requested_at?.toISOString() ?? null,
  now: new Date(nowMs).toISOString(),
})

/** In units of the currency, as the spec has prices. */
export const amountOf = (cents: number | null): number | null => (cents === null ? null : cents / CENTS)

export async function notifyOffer(
  { broadcaster, prefix, nowMs }: { broadcaster: Broadcaster; prefix: string; nowMs: () => number },
  row: OfferRow,
): Promise<void> {
  if (row.state === 'draft') return
  const payload = { offer: offerSummaryOf(row, nowMs()) }
  await withTimeout([
    broadcaster.broadcast(messageChannels(prefix, row.customer_id, row.account_id), offerUpdated, payload),
    broadcaster.broadcast(accountChannel(prefix, row.account_id), offerUpdated, payload),
  ])
}
