/** A deal as the score reads it: what the public list says of it, so that no score tells where a hidden address is. */

import { DEAL_CONDITIONS, OCCUPANCIES, type PropertyWire } from '#shared/contract/properties.ts'
import type { DealFacts } from '../deals/deal-facts.ts'
import { numberAt, placeAt, wordAt } from '../deals/deal-facts.ts'
import type { Point } from '../deals/filter.ts'
import { bathsAt } from '../deals/measures.ts'
import type { DealTable } from '../deals/table.ts'

/** Null is not stated. Money in whole US dollars, the share in percent, areas in square feet. */
export interface ScoredDeal {
  readonly state: string | null
  readonly county: string | null
  readonly city: string | null
  readonly zip: string | null
  /** As the list has it: displaced while the address is hidden. */
  readonly at: Point | null
  readonly price: number | null
  readonly arv: number | null
  readonly arvPercent: number | null
  readonly spread: number | null
  readonly typeId: number | null
  readonly beds: number | null
  readonly baths: number | null
  readonly sqft: number | null
  readonly year: number | null
  /** Index into DEAL_CONDITIONS. */
  readonly condition: number | null
  readonly parkingId: number | null
  /** Index into OCCUPANCIES. */
  readonly occupancy: number | null
  /** Bit `n` is set for the property tag with id `n`. */
  readonly tags: number
  readonly accountId: number | null
}

export function scoredDealAt(table: DealTable, row: number): ScoredDeal {
  const baths = bathsAt(table)(row)
  return {
    state: wordAt(table, 'state_code', row),
    county: wordAt(table, 'county', row),
    city: wordAt(table, 'city', row),
    zip: wordAt(table, 'zip', row),
    at: placeAt(table, row),
    price: numberAt(table, 'price', row),
    arv: numberAt(table, 'arv_estimate', row),
    arvPercent: numberAt(table, 'arv_percentage', row),
    spread: numberAt(table, 'gross_margin', row),
    typeId: numberAt(table, 'property_type_id', row),
    beds: numberAt(table, 'bedrooms', row),
    baths: Number.isNaN(baths) ? null : baths,
    sqft: numberAt(table, 'sq_footage', row),
    year: numberAt(table, 'year_built', row),
    condition: numberAt(table, 'condition', row),
    parkingId: numberAt(table, 'parking_type_id', row),
    occupancy: numberAt(table, 'occupancy', row),
    tags: table.numbers.tags[row] ?? 0,
    accountId: numberAt(table, 'account_id', row),
  }
}

/** Of a card. */
export function scoredDealOf(deal: DealFacts): ScoredDeal {
  const { state, county, city, zip, price, arv, arvPercent, spread, beds, baths, sqft, year } = deal
  const { parkingId, accountId } = deal
  return {
    ...{ state, county, city, zip, price, arv, arvPercent, spread, beds, baths, sqft, year },
    ...{ parkingId, accountId, at: deal.place, typeId: deal.type?.id ?? null },
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
    ...{ state: wire.state.code, county: wire.county ?? null, city: wire.city, zip: wire.zip, price, arv },
    at: typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null,
    arvPercent: price === null || !arv ? null : Math.round((price / arv) * 1000) / 10,
    spread: price === null || arv === null ? null : arv - price,
    typeId: wire.property_type?.id ?? null,
    beds: wire.bedrooms ?? null,
    baths: typeof bathrooms === 'number' ? bathrooms + (half ?? 0) / 2 : null,
    ...{ sqft: wire.sq_footage ?? null, year: wire.year_built ?? null },
    condition: wire.condition ? DEAL_CONDITIONS.indexOf(wire.condition) : null,
    parkingId: wire.parking_type?.id ?? null,
    occupancy: wire.occupancy ? OCCUPANCIES.indexOf(wire.occupancy) : null,
    tags: wire.property_tags.reduce((bits, { id }) => bits | (1 << id), 0),
    accountId: wire.account.id,
  }
}
