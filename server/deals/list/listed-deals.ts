/** The list of all deals and the engine over it, once for all rooms that read them. */
import type { Database } from '#server/core/database/open.ts'
import type { DealEngine } from '#shared/rules/deals/engine.ts'
import { createEngineOf } from './deals-engine.ts'
import { createDealsIndex, type DealsIndex } from './deals-index.ts'
import type { ListVersion } from './list-version.ts'

export interface ListedDeals {
  readonly index: DealsIndex
  readonly engineOf: (version: ListVersion) => DealEngine
}

export function createListedDeals(deps: { db: Database; secret: string; nowMs: () => number }): ListedDeals {
  const index = createDealsIndex(deps)
  return { index, engineOf: createEngineOf(index) }
}
