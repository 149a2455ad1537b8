/** What a deal's row says of it, as the wire names it; nothing here depends on who asks. */

import {
  DEAL_CONDITIONS,
  DEAL_STATUSES,
  OCCUPANCIES,
  type PropertyWire,
} from '#shared/contract/properties.ts'
import { dealScore } from '#shared/rules/deals/deal-score.ts'
import { type Option, PARKING_TYPES, PROPERTY_TAGS, PROPERTY_TYPES } from '#shared/rules/dictionaries.ts'
import { STATE_BY_ABBR } from '#shared/rules/states.ts'
import type { DealRow } from './queries.ts'

export function dealFacts(row: DealRow, nowMs: number) {
  return {
    status: DEAL_STATUSES[row.status] ?? 'available',
    listing: row.listing,
    city: row.city,
    county: row.county,
    zip: row.zip,
    state: { code: row.state, name: STATE_BY_ABBR.get(row.state)?.name ?? row.state },
    time_zone: row.time_zone ?? DEFAULT_TIME_ZONE,
    half_bathrooms: row.half_baths,
    units: row.units,
    year_built: row.year_built,
    lot_size: row.lot_size,
    property_type: optionOf(PROPERTY_TYPES, row.property_type_id),
    parking_type: optionOf(PARKING_TYPES, row.parking_type_id),
    // Shifted down, not up: the highest bit of an integer is its sign.
    property_tags: PROPERTY_TAGS.filter(({ id }) => ((row.tags >>> id) & 1) === 1),
    condition: wordOf(DEAL_CONDITIONS, row.condition),
    occupancy: wordOf(OCCUPANCIES, row.occupancy),
    repair_min: row.repair_min,
    repair_max: row.repair_max,
    entry_fee: row.entry_fee,
    buy_now_price: row.buy_now_price,
    earnest_money: row.earnest_money,
    closing_at: textOf(row.closing_at),
    published_at: textOf(row.published_at),
    updated_at: textOf(row.updated_at),
    expires_at: textOf(row.expires_at),
    favourites_count: row.favourites_count,
    score: scoreOf(row, nowMs),
  } satisfies Partial<PropertyWire>
}

/** As the list has it, which is of the beginning of the day. */
function scoreOf({ price, arv, published_at, account_rating: sellerRating }: DealRow, nowMs: number): number {
  const dayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  return dealScore({ price, arv, publishedAtMs: published_at?.getTime() ?? null, sellerRating }, dayMs)
}

const DAY_MS = 86_400_000

/** Where most deals are; a deal whose zone nobody wrote down is read in it. */
const DEFAULT_TIME_ZONE = 'America/Chicago'

const optionOf = (options: readonly Option[], id: number | null): Option | null =>
  options.find((option) => option.id === id) ?? null

const wordOf = <T>(words: readonly T[], index: number | null): T | null =>
  index === null ? null : (words[index] ?? null)

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null
