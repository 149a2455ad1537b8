/** A deal as the score reads it: what the public list says of it, so that no score tells where a hidden address is. */

import { numberAt, placeAt, wordAt } from '../deals/deal-facts.ts'
import type { Point } from '../deals/filter.ts'
import { bathsAt } from '../deals/measures.ts'
import type { DealTable } from '../deals/table.ts'

/** Null is not stated. Money in whole units of the currency, the share in percent, areas in square feet. */
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
