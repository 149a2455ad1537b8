/**
 * Runs saved searches over deals and stores the hits. A search or a deal that fails blocks no other: the search is
 * run again later over everything since it failed, the deal alone.
 */
import type { Database } from '#server/core/database/open.ts'
import { dueAgain, forgetFailures, noteFailure, workKind } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { cellsOf } from '#server/deals/list/list-cells.ts'
import { type ListedRow, listedRow, portionsSince } from '#server/deals/list/list-rows.ts'
import { USUAL_ZONE } from '#server/notifications/centre/recipient-preferences.ts'
import { DEAL_COLUMNS } from '#shared/contract/properties.ts'
import type { SearchAlert } from '#shared/contract/saved-searches.ts'
import { createDealEngine, type DealEngine } from '#shared/rules/deals/engine.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { alertTimeOf } from '#shared/rules/matching/alert-time.ts'
import { passingIds } from './passing.ts'
import { type Found, storeFinds } from './write-finds.ts'

export interface AskDeps extends WorkDeps {
  /** Moves hidden deals: they are found at the point that everybody sees. */
  secret: string
  nowMs: () => number
}

export const SEARCH_NEWS = workKind({ name: 'search-news', label: 'New deals of saved search' })
export const CHANGED_DEALS = workKind({ name: 'changed-deals', label: 'Deal to ask saved searches about' })

/** Searches per turn of the event loop: everything else waits for one batch. */
const SEARCHES_AT_ONCE = 200

/** All searches. Resolves with the customers whose searches have new hits. */
export async function askAboutDeals(deps: AskDeps, rows: readonly ListedRow[]): Promise<number[]> {
  const told: number[] = []
  await workThrough(deps, CHANGED_DEALS, {
    nowMs: deps.nowMs(),
    items: rows,
    atOnce: rows.length,
    keyOf: ({ id }) => String(id),
    run: async (portion) => {
      // Before anything is stored: a deal that cannot be read fails here.
      const engine = engineOf(portion, deps)
      for (let after = 0; ; ) {
        const searches = await searchesAfter(deps.db, after)
        told.push(...(await askPortion(deps, { rows: portion, engine, searches })))
        const last = searches.at(-1)
        if (!last || searches.length < SEARCHES_AT_ONCE) return
        after = last.id
        await breath()
      }
    },
  })
  return told
}

const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

interface Asked {
  rows: readonly ListedRow[]
  engine: DealEngine
  searches: readonly Search[]
}

/** Together; if that fails each search alone, and then over each deal alone. */
async function askPortion(deps: AskDeps, asked: Asked): Promise<number[]> {
  try {
    return await ask(deps, asked)
  } catch (error) {
    const [only, ...others] = asked.searches
    if (!only) return []
    if (others.length === 0) return askByItself(deps, asked, { search: only, error })
  }
  const told: number[] = []
  for (const search of asked.searches)
    told.push(...(await askPortion(deps, { ...asked, searches: [search] })))
  return told
}

async function askByItself(
  deps: AskDeps,
  { rows }: Asked,
  { search, error }: { search: Search; error: unknown },
): Promise<number[]> {
  const told: number[] = []
  if (rows.length > 1)
    for (const row of rows) {
      const one = { rows: [row], engine: engineOf([row], deps), searches: [search] }
      told.push(...(await ask(deps, one).catch(() => [])))
    }
  const failure = await noteFailure(deps.db, {
    kind: SEARCH_NEWS,
    item: String(search.id),
    error,
    nowMs: deps.nowMs(),
  })
  deps.watch?.failed(failure)
  return told
}

async function ask(deps: AskDeps, { rows, engine, searches }: Asked): Promise<number[]> {
  const found: Found[] = []
  const nowMs = deps.nowMs()
  for (const search of searches)
    for (const property_id of await passingIds(deps.db, search, { engine, nowMs }))
      found.push({ search_id: search.id, property_id, alert_at: alertAt(search, nowMs) })
  return storeFinds(deps.db, { rows, searches, found })
}

/** Searches that failed before and are due for a retry. */
export async function askAgain(deps: AskDeps): Promise<number[]> {
  const nowMs = deps.nowMs()
  const told: number[] = []
  for (const { item } of await dueAgain(deps.db, CHANGED_DEALS, nowMs)) {
    const row = await listedRow(deps.db, Number(item), nowMs)
    if (row) told.push(...(await askAboutDeals(deps, [row])))
    else await forgetFailures(deps.db, CHANGED_DEALS, [item])
  }
  await workThrough(deps, SEARCH_NEWS, {
    nowMs,
    items: await dueAgain(deps.db, SEARCH_NEWS, nowMs),
    keyOf: ({ item }) => item,
    run: async ([{ item }]) => void told.push(...(await catchUp(deps, Number(item)))),
  })
  return told
}

/** One search over every deal that changed since it failed. A deleted one has nothing to catch up with. */
async function catchUp(deps: AskDeps, id: number): Promise<number[]> {
  const search = await searchesFrom(deps.db).where('saved_searches.id', '=', id).executeTakeFirst()
  if (!search) return []
  const told: number[] = []
  for await (const rows of portionsSince(deps.db, search.revision, deps.nowMs()))
    if (rows.length > 0)
      told.push(...(await ask(deps, { rows, engine: engineOf(rows, deps), searches: [search] })))
  return told
}

/** The listed deals, as everybody sees them. */
function engineOf(rows: readonly ListedRow[], { secret, nowMs }: AskDeps): DealEngine {
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

function alertAt({ alert, time_zone }: Search, nowMs: number): string | null {
  if (alert === 'off') return null
  const zone = time_zone ?? USUAL_ZONE
  return new Date(alertTimeOf({ frequency: alert, zone, nowMs })).toISOString()
}

/** By primary key. */
const searchesAfter = (db: Database, id: number): Promise<Search[]> =>
  searchesFrom(db)
    .where('saved_searches.id', '>', id)
    .orderBy('saved_searches.id')
    .limit(SEARCHES_AT_ONCE)
    .execute()

const searchesFrom = (db: Database) =>
  db
    .selectFrom('saved_searches')
    .innerJoin('customers', 'customers.id', 'saved_searches.customer_id')
    .select(['saved_searches.id', 'customer_id', 'query', 'alert', 'revision', 'time_zone'])
