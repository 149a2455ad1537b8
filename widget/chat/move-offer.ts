/** A buyer's move in an offer, from its card (spec section 7: PUT …/offer/{id}). Loaded with the first move. */
import type { Api } from '#shared/api/client.ts'
import { updateOffer } from '#shared/contract/offers.ts'
import { failureOf, sendReason } from './failure.ts'
import type { OfferAsk, OfferNow } from './offer-model.ts'
import { toOfferNow } from './translate.ts'

export interface Moved {
  /** What to do about it, in words; null when it is done. */
  readonly trouble: string | null
  readonly now: OfferNow | null
}

/** Never rejects for what a call can fail with. */
export async function moveOffer(api: Api, offerId: number, ask: OfferAsk): Promise<Moved> {
  try {
    const { data } = await api(updateOffer, { params: { offer: offerId }, body: moveBody(ask) })
    return { trouble: null, now: toOfferNow(data) }
  } catch (error) {
    return { trouble: sendReason(failureOf(error)), now: null }
  }
}

/** As the wire has it, the same for either side. A note of a counter is a term, a reason stands beside them. */
export function moveBody({ action, version, priceUsd, words = '' }: OfferAsk) {
  if (action !== 'counter') return { action, version, ...(words === '' ? {} : { reason: words }) }
  const price = priceUsd === undefined ? {} : { price_cents: Math.round(priceUsd * CENTS) }
  return { action, version, terms: { ...price, note: words } }
}

const CENTS = 100
