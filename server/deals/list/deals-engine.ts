/** The list's engine on the server: the rules the browser filters by, over the list everybody is sent. Follows its changes. */
import { createDealEngine, type DealEngine } from '#shared/rules/deals/engine.ts'
import { applyDelta, parseDealList } from '#shared/rules/deals/parse-list.ts'
import type { DealsIndex } from './deals-index.ts'
import type { ListVersion } from './list-version.ts'

/** One at a time is kept; a filtered list is what partners and scripts ask for, the browser filters by itself. */
export function createEngineOf(index: Pick<DealsIndex, 'delta'>): (version: ListVersion) => DealEngine {
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
