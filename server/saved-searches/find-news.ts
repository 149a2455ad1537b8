/**
 * Asks all saved searches about the deals that changed, and keeps what came into each and what left it. In the order of changes, so a
 * restart forgets nothing, and two nodes at it at once find everything once.
 */
import type { Database } from '#server/database/open.ts'
import { cellsOf } from '#server/deals/list-cells.ts'
import { type ListedRow, latestRevision, rowsSince } from '#server/deals/list-rows.ts'
import { USUAL_ZONE } from '#server/notifications/wishes.ts'
import { DEAL_COLUMNS } from '#shared/contract/properties.ts'
import type { SearchAlert } from '#shared/contract/saved-searches.ts'
import { createDealEngine, type DealEngine } from '#shared/rules/deals/engine.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { alertTimeOf } from '#shared/rules/matching/alert-time.ts'
import { passingIds } from './passing.ts'
import { askedRevision, lockProgress, moveProgress } from './progress.ts'
import { type Found, storeFinds } from './write-finds.ts'

export interface FindNewsDeps {
  db: Database
  /** Moves hidden deals: they are found where everybody is shown them. */
  secret: string
  nowMs: () => number
  /** Hears of each portion of deals that changed, after the searches were asked; may be told again of the same. */
  alsoTell?: (propertyIds: readonly number[]) => Promise<void>
  /** A deal is left alone until nobody has changed it for so long. */
  quietMs: number
}

/** Deals in one go, and searches between two breaths: all else waits for one portion of the latter. */
const DEALS_AT_ONCE = 200
const SEARCHES_AT_ONCE = 200

/** Until nothing is due. Resolves with whose searches have other news now. */
export async function findNews(deps: FindNewsDeps): Promise<number[]> {
  const told = new Set<number>()
  for (;;) {
    const from = await askedRevision(deps.db)
    const rows = quietRows(await rowsSince(deps.db, from, deps.nowMs(), DEALS_AT_ONCE), deps)
    const last = rows.at(-1)
    if (!last) return [...told]
    for (const customerId of await askAll(deps, rows)) told.add(customerId)
    await deps.alsoTell?.(rows.map(({ id }) => id))
    await deps.db.transaction().execute(async (trx) => {
      if ((await lockProgress(trx, 'update')) < last.revision) await moveProgress(trx, last.revision)
    })
  }
}

/** Whether a deal waits that nobody has changed for a while. One step each. */
export async function hasDueNews({ db, nowMs, quietMs }: FindNewsDeps): Promise<boolean> {
  const next = await db
    .selectFrom('properties')
    .select('updated_at')
    .where('revision', '>', await askedRevision(db))
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst()
  return next !== undefined && isQuiet(next, { nowMs, quietMs })
}

/** With more deals than this to catch up with, they came in another way, and nobody is told of each. */
const BEHIND_MAX = 2000

export async function skipBehind(db: Database): Promise<void> {
  const latest = await latestRevision(db)
  await db.transaction().execute(async (trx) => {
    const revision = await lockProgress(trx, 'update')
    const behind = trx.selectFrom('properties').select('revision').where('revision', '>', revision)
    const far = await behind.orderBy('revision').offset(BEHIND_MAX).limit(1).executeTakeFirst()
    if (far && latest > revision) await moveProgress(trx, latest)
  })
}

const isQuiet = (
  { updated_at: at }: Pick<ListedRow, 'updated_at'>,
  { nowMs, quietMs }: Pick<FindNewsDeps, 'nowMs' | 'quietMs'>,
): boolean => at === null || at.getTime() <= nowMs() - quietMs

/** Whoever goes on changing one deal keeps no earlier one waiting. */
function quietRows(rows: readonly ListedRow[], deps: FindNewsDeps): readonly ListedRow[] {
  const end = rows.findIndex((row) => !isQuiet(row, deps))
  return end < 0 ? rows : rows.slice(0, end)
}

/** The deals that are listed, as everybody is shown them. */
function engineOf(rows: readonly ListedRow[], { secret, nowMs }: FindNewsDeps): DealEngine {
  const data = rows
    .filter(({ listing }) => listing === 'listed')
    .map((row) => {
      const { before, after } = cellsOf(row, { secret, dayMs: nowMs() })
      return [...before, null, ...after]
    })
  return createDealEngine(
    parseDealList({ columns: [...DEAL_COLUMNS], data, img_paths: [], all_count: data.length }),
  )
}

interface Search {
  id: number
  customer_id: number
  query: string
  alert: SearchAlert
  revision: number
  time_zone: string | null
}

async function askAll(deps: FindNewsDeps, rows: readonly ListedRow[]): Promise<Set<number>> {
  const engine = engineOf(rows, deps)
  const told = new Set<number>()
  for (let after = 0; ; ) {
    const searches = await searchesAfter(deps.db, after)
    const found: Found[] = []
    for (const search of searches) {
      const at = { engine, nowMs: deps.nowMs() }
      for (const property_id of await passingIds(deps.db, search, at))
        found.push({ search_id: search.id, property_id, alert_at: alertAt(search, deps.nowMs()) })
    }
    for (const customerId of await storeFinds(deps.db, { rows, searches, found })) told.add(customerId)
    const last = searches.at(-1)
    if (!last || searches.length < SEARCHES_AT_ONCE) return told
    after = last.id
    await breath()
  }
}

const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

function alertAt({ alert, time_zone }: Search, nowMs: number): string | null {
  if (alert === 'off') return null
  const zone = time_zone ?? USUAL_ZONE
  return new Date(alertTimeOf({ frequency: alert, zone, nowMs })).toISOString()
}

/** By primary key. */
const searchesAfter = (db: Database, id: number): Promise<Search[]> =>
  db
    .selectFrom('saved_searches')
    .innerJoin('customers', 'customers.id', 'saved_searches.customer_id')
    .select(['saved_searches.id', 'customer_id', 'query', 'alert', 'revision', 'time_zone'])
    .where('saved_searches.id', '>', id)
    .orderBy('saved_searches.id')
    .limit(SEARCHES_AT_ONCE)
    .execute()
