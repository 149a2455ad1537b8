/** A deal of a card, and of its page, as the score reads it. Apart from the table's, so that a page does without it. */
import { DEAL_CONDITIONS, OCCUPANCIES, type PropertyWire } from '#shared/contract/properties.ts'
import type { DealFacts } from '../deals/deal-facts.ts'
import type { ScoredDeal } from './scored-deal.ts'

/** Of a card. */
export function scoredDealOf(deal: DealFacts): ScoredDeal {
  const { state, county, city, zip, price, arv, arvPercent, spread, beds, baths, sqft, year } = deal
  const { parkingId, accountId } = deal
  return {
    state,
    county,
    city,
    zip,
    price,
    arv,
    arvPercent,
    spread,
    beds,
    baths,
    sqft,
    year,
    parkingId,
    accountId,
    at: deal.place,
    typeId: deal.type?.id ?? null,
    condition: deal.condition === null ? null : DEAL_CONDITIONS.indexOf(deal.condition),
    occupancy: deal.occupancy === null ? null : OCCUPANCIES.indexOf(deal.occupancy),
    tags: deal.tags.reduce((bits, { id }) => bits | (1 << id), 0),
  }
}

/** Of a deal's page, which may know its place better than the list does. */
export function scoredDealOfPage(wire: PropertyWire): ScoredDeal {
  const { latitude: lat, longitude: lng, bathrooms, half_bathrooms: half } = wire
  const price = wire.price ?? null
  const arv = wire.arv_estimate ?? null
  return {
    state: wire.state.code,
    county: wire.county ?? null,
    city: wire.city,
    zip: wire.zip,
    price,
    arv,
    at: typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null,
    arvPercent: price === null || !arv ? null : Math.round((price / arv) * 1000) / 10,
    spread: price === null || arv === null ? null : arv - price,
    typeId: wire.property_type?.id ?? null,
    beds: wire.bedrooms ?? null,
    baths: typeof bathrooms === 'number' ? bathrooms + (half ?? 0) / 2 : null,
    sqft: wire.sq_footage ?? null,
    year: wire.year_built ?? null,
    condition: wire.condition ? DEAL_CONDITIONS.indexOf(wire.condition) : null,
    parkingId: wire.parking_type?.id ?? null,
    occupancy: wire.occupancy ? OCCUPANCIES.indexOf(wire.occupancy) : null,
    tags: wire.property_tags.reduce((bits, { id }) => bits | (1 << id), 0),
    accountId: wire.account.id,
  }
}
