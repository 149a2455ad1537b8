/** The listing at the moment an offer is sent, kept as it was (checklist OFR-39). The address is the public one: both sides read it. */
import type { PropertyRow } from '#server/core/database/schema.ts'
import type { Site } from '#server/core/http/site.ts'
import { cardWire, publicAddress } from '#server/messaging/property-card.ts'
import type { OfferSnapshot } from '#shared/contract/offer-terms.ts'

/** The picture stands as a path, and is made absolute when it is shown. */
export function snapshotOf(deal: PropertyRow, nowMs: number): OfferSnapshot {
  return {
    price: deal.price,
    arv: deal.arv,
    address: publicAddress(deal),
    image: cardWire(deal, NOWHERE).main_image?.thumbnail ?? null,
    earnest_money: deal.earnest_money,
    taken_at: new Date(nowMs).toISOString(),
  }
}

const NOWHERE: Site = { origin: '' }
