/** A buyer's move in an offer, from its card (spec section 7: PUT …/offer/{id}). Loaded with the first move. */
import type { Api } from '#shared/api/client.ts'
import { updateOffer } from '#shared/contract/offers.ts'
import { failureOf, sendReason } from '#shared/thread/failure.ts'
import {
  moveBody,
  type OfferAsk,
  type OfferNow,
  type OfferRefusal,
  refusedMove,
} from '#shared/thread/offer-model.ts'
import { toOfferNow } from '#shared/thread/translate.ts'

export interface Moved {
  /** Null when it is done. */
  readonly refusal: OfferRefusal | null
  readonly now: OfferNow | null
}

/** Never rejects for what a call can fail with. */
export async function moveOffer(api: Api, offerId: number, ask: OfferAsk): Promise<Moved> {
  try {
    const { data } = await api(updateOffer, { params: { offer: offerId }, body: moveBody(ask) })
    return { refusal: null, now: toOfferNow(data) }
  } catch (error) {
    const failure = failureOf(error)
    return { refusal: refusedMove(sendReason(failure), failure), now: null }
  }
}
