/** What the home page says of all deals: the newest, the markets, how many are new, from the list in memory; and of all sellers. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import type { MarketWire } from '#shared/contract/deals-overview.ts'
import type { DealListWire } from '#shared/contract/properties.ts'
import { numberAt, statusAt, wordAt } from '#shared/rules/deals/deal-facts.ts'
import type { DealEngine } from '#shared/rules/deals/engine.ts'
import { DEFAULT_FILTER, type DealFilter, type DealQuery, type DealSort } from '#shared/rules/deals/filter.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import type { ListVersion } from './list-version.ts'
import { contextOf } from './read-query.ts'

const NEWEST_MAX = 6
const MARKETS_MAX = 12
const FEATURED_MAX = 30
const DAY_SECONDS = 86_400
const MINUTE_MS = 60_000

interface OverviewOf {
  db: Kysely<Schema>
  version: ListVersion
  engine: DealEngine
  /** Narrows the newest deals. */
  query: DealQuery
  nowMs: number
}

/** Counts once a version and minute: every visit of the home page asks. */
export function createOverviewOf() {
  let kept: { key: string; facts: ReturnType<typeof factsOf> } | null = null
  return async (asked: OverviewOf) => {
    const { version, query, nowMs } = asked
    const key = `${version.cursor} ${Math.floor(nowMs / MINUTE_MS)}`
    if (kept?.key !== key) {
      kept = { key, facts: factsOf(asked) }
      kept.facts.catch(() => {
        kept = null
      })
    }
    const newest = best(asked, query.filter, { sort: { key: 'newest', descending: true }, most: NEWEST_MAX })
    const facts = await kept.facts
    const own = query.filter.places.length > 0 ? largestMarketOf(asked) : undefined
    return { ...facts, ...(own ? featuredOf(asked, own) : {}), newest }
  }
}

/** What is the same for everybody. */
async function factsOf(asked: OverviewOf) {
  const { db, version, engine, nowMs } = asked
  const { markets, newToday, sold } = countDeals(engine.table, nowMs)
  return {
    all_count: version.allCount,
    new_today: newToday,
    markets,
    ...featuredOf(asked, markets[0]),
    sellers: { ...(await companiesOf(db)), closed_deals: sold },
  }
}

/** The best deals of a market; without one, of everywhere. */
function featuredOf(asked: OverviewOf, market: MarketWire | undefined) {
  const places = market ? [{ kind: 'city' as const, name: market.city, state: market.state_code }] : []
  const sort = { key: 'score', descending: true } as const
  return {
    featured_market: market,
    featured: best(asked, { ...DEFAULT_FILTER, places }, { sort, most: FEATURED_MAX }),
  }
}

/** Of the places that are asked for: target markets may be whole counties or states. */
function largestMarketOf({ engine, query, nowMs }: OverviewOf): MarketWire | undefined {
  const filter = { ...DEFAULT_FILTER, places: query.filter.places }
  const { rows } = engine.run(filter, { key: 'newest', descending: true }, contextOf(query, nowMs))
  return countDeals(engine.table, nowMs, rows).markets[0]
}

/** One walk over the companies, which are few. */
const companiesOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('accounts')
    .select([
      sql<number>`count(*) filter (where is_verified)::integer`.as('verified'),
      sql<number>`coalesce(sum(reviews_count), 0)::integer`.as('reviews'),
      sql<
        number | null
      >`round((sum(rating * reviews_count) / nullif(sum(reviews_count), 0))::numeric, 2)::double precision`.as(
        'rating',
      ),
    ])
    .where('suspended_at', 'is', null)
    .executeTakeFirstOrThrow()

function best(
  { version, engine, query, nowMs }: OverviewOf,
  filter: DealFilter,
  { sort, most }: { sort: DealSort; most: number },
): DealListWire {
  const { rows } = engine.run(filter, sort, contextOf(query, nowMs))
  const ids = Array.from(rows.subarray(0, most), (row) => numberAt(engine.table, 'id', row) ?? 0)
  return JSON.parse(version.some(ids))
}

/** One walk over the list, or some of its rows: available deals by city, those of the last 24 hours, and sold ones. */
function countDeals(table: DealTable, nowMs: number, rows: Iterable<number> = everyRow(table)) {
  const since = nowMs / 1000 - DAY_SECONDS
  const cities = new Map<string, MarketWire>()
  let newToday = 0
  let sold = 0
  for (const row of rows) {
    const status = statusAt(table, row)
    if (status === 'sold') sold++
    if (status !== 'available') continue
    if ((numberAt(table, 'published_at', row) ?? 0) >= since) newToday++
    const city = wordAt(table, 'city', row)
    const state_code = wordAt(table, 'state_code', row)
    if (city === null || state_code === null) continue
    const key = `${city}, ${state_code}`
    const market = cities.get(key) ?? { city, state_code, count: 0 }
    market.count++
    cities.set(key, market)
  }
  const markets: MarketWire[] = [...cities.values()]
    .sort((a, b) => b.count - a.count || a.city.localeCompare(b.city))
    .slice(0, MARKETS_MAX)
  return { markets, newToday, sold }
}

function* everyRow({ count }: DealTable): Generator<number> {
  for (let row = 0; row < count; row++) yield row
}
