/** The list of all deals and the engine over it, once for all rooms that read them. */
import type { Database } from '#server/core/database/open.ts'
import { FIRST_DEALS, type FirstDealsWire } from '#shared/contract/first-deals.ts'
import { numberAt } from '#shared/rules/deals/deal-facts.ts'
import { createDealEngine, type DealEngine } from '#shared/rules/deals/engine.ts'
import type { DealQuery } from '#shared/rules/deals/filter.ts'
import { firstFrame } from '#shared/rules/deals/first-frame.ts'
import { applyDelta, parseDealList } from '#shared/rules/deals/parse-list.ts'
import { questionOf, sharedQuery } from '#shared/rules/deals/query-codec.ts'
import { createDealsIndex, type DealsIndex } from './deals-index.ts'
import type { ListVersion } from './list-version.ts'
import { contextOf } from './read-query.ts'

export interface ListedDeals {
  readonly index: DealsIndex
  readonly engineOf: (version: ListVersion) => DealEngine
  readonly firstDealsOf: FirstDealsOf
}

export function createListedDeals(deps: { db: Database; secret: string; nowMs: () => number }): ListedDeals {
  const index = createDealsIndex(deps)
  const list = { index, engineOf: createEngineOf(index) }
  return { ...list, firstDealsOf: createFirstDealsOf(list, deps.nowMs) }
}

/**
 * The list's engine on the server: the rules the browser filters by, over the list everybody is sent. Follows its
 * changes. One at a time is kept; a filtered list is what partners and scripts ask for, the browser filters by itself.
 */
function createEngineOf(index: Pick<DealsIndex, 'delta'>): (version: ListVersion) => DealEngine {
  let kept: { cursor: string; engine: DealEngine } | null = null
  return (version) => {
    if (kept?.cursor === version.cursor) return kept.engine
    const delta = kept && index.delta(version, kept.cursor)
    const table =
      kept && delta
        ? applyDelta(kept.engine.table, JSON.parse(delta.text))
        : parseDealList(JSON.parse(version.whole()))
    kept = { cursor: version.cursor, engine: createDealEngine(table) }
    return kept.engine
  }
}

/** Answers that are kept: most people come by the same few addresses. */
const KEPT = 64
const MINUTE_MS = 60_000

type FirstDealsOf = (query: DealQuery) => Promise<FirstDealsWire>

/**
 * The first page of the deals for an address, which the page shows until the browser has the whole list. The same for
 * everybody.
 */
function createFirstDealsOf(
  listed: { index: DealsIndex; engineOf: (version: ListVersion) => DealEngine },
  nowMs: () => number,
): FirstDealsOf {
  const kept = new Map<string, FirstDealsWire>()
  return async (asked) => {
    const version = await listed.index.current()
    const query = sharedQuery(asked)
    const question = questionOf(query)
    // Some filters depend on the time, e.g. new today.
    const key = `${version.cursor} ${Math.floor(nowMs() / MINUTE_MS)} ${question}`
    const known = kept.get(key)
    if (known) return known
    const engine = listed.engineOf(version)
    const result = engine.run(query.filter, query.sort, contextOf(query, nowMs()))
    const ids = Array.from(
      result.rows.subarray(0, FIRST_DEALS),
      (row) => numberAt(engine.table, 'id', row) ?? 0,
    )
    const list = JSON.parse(version.some(ids))
    const answer = { question, list, count: result.count, bounds: firstFrame(query.filter, engine, result) }
    const [oldest] = kept.keys()
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(key, answer)
    return answer
  }
}
