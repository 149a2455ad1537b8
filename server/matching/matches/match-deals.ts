/** Matches deals that changed against all boxes, and stores what it found together with how far it came. Two nodes at it at once do it once. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { dueAgain, workKind } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { type ListedRow, latestRevision, listedRow, rowsSince } from '#server/deals/list/list-rows.ts'
import { bestMatches, nameOf, placeOf, type ShownDeps, shownDeals } from './best-matches.ts'
import { endMatches, type FoundMatch, foundMatch, type MatchPlace, storeMatches } from './write-matches.ts'

export interface MatchDealsDeps extends WorkDeps, ShownDeps {
  /** A deal is left alone until nobody has changed it for so long. */
  quietMs: number
}

/** Deals in one go: one question to the index, one transaction. */
const PORTION = 200

export const MATCH_DEALS = workKind({ name: 'match-deals', label: 'Deal to match with buy boxes' })

/**
 * Until nothing is due. Resolves with the new matches by customer. A deal that fails is skipped, and matched alone when it
 * is retried.
 */
export async function matchChangedDeals(deps: MatchDealsDeps): Promise<MatchPlace[]> {
  const news = await matchAgain(deps)
  for (;;) {
    const from = await matchedRevision(deps.db)
    const rows = quietRows(await rowsSince(deps.db, from, deps.nowMs(), PORTION), deps)
    if (rows.length === 0) return news
    const done = await workThrough(deps, MATCH_DEALS, {
      nowMs: deps.nowMs(),
      items: rows,
      atOnce: PORTION,
      keyOf: ({ id }) => String(id),
      run: async (portion) => void news.push(...(await matchInOrder(deps, portion))),
    })
    await passOver(deps.db, { from: done.at(-1)?.revision ?? from, to: rows.at(-1)?.revision ?? from })
  }
}

/** Deals that failed, in their present state. */
async function matchAgain(deps: MatchDealsDeps): Promise<MatchPlace[]> {
  const nowMs = deps.nowMs()
  const news: MatchPlace[] = []
  await workThrough(deps, MATCH_DEALS, {
    nowMs,
    items: await dueAgain(deps.db, MATCH_DEALS, nowMs),
    keyOf: ({ item }) => item,
    async run([{ item }]) {
      const row = await listedRow(deps.db, Number(item), nowMs)
      if (!row) return
      const found = await findMatches(deps, [row])
      news.push(...(await deps.db.transaction().execute((trx) => write(trx, found))))
    },
  })
  return news
}

async function matchInOrder(
  deps: MatchDealsDeps,
  rows: readonly [ListedRow, ...ListedRow[]],
): Promise<MatchPlace[]> {
  const from = await matchedRevision(deps.db)
  const found = await findMatches(deps, rows)
  return store(deps.db, { from, to: rows.at(-1)?.revision ?? from, found })
}

/** Over failed deals at the end of a batch. Not if another node got further meanwhile. */
const passOver = (db: Database, { from, to }: { from: number; to: number }) =>
  db.updateTable('matching_progress').set({ revision: to }).where('revision', '=', from).execute()

/** Since when an unchanged deal has waited. One step each. */
export async function dealsDueSince(deps: MatchDealsDeps): Promise<number | null> {
  const [again] = await dueAgain(deps.db, MATCH_DEALS, deps.nowMs())
  if (again) return again.sinceMs
  const next = await deps.db
    .selectFrom('properties')
    .select('updated_at')
    .where('revision', '>', await matchedRevision(deps.db))
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst()
  return next !== undefined && isQuiet(next, deps) ? dueAt(next, deps) : null
}

/** One that was never changed has been due since it was created, at an unknown time. */
const dueAt = (
  { updated_at }: Pick<ListedRow, 'updated_at'>,
  { nowMs, quietMs }: Pick<MatchDealsDeps, 'nowMs' | 'quietMs'>,
): number => (updated_at?.getTime() ?? nowMs()) + quietMs

const matchedRevision = async (db: Database): Promise<number> =>
  (await db.selectFrom('matching_progress').select('revision').executeTakeFirstOrThrow()).revision

/** In the order of changes, so whoever goes on changing one deal keeps no earlier one waiting. */
function quietRows(rows: readonly ListedRow[], deps: MatchDealsDeps): readonly ListedRow[] {
  const end = rows.findIndex((row) => !isQuiet(row, deps))
  return end < 0 ? rows : rows.slice(0, end)
}

const isQuiet = (
  { updated_at: at }: Pick<ListedRow, 'updated_at'>,
  { nowMs, quietMs }: Pick<MatchDealsDeps, 'nowMs' | 'quietMs'>,
): boolean => at === null || at.getTime() <= nowMs() - quietMs

/** Matches and ends, each with the state of the customer's boxes that it was worked out from. */
interface Found {
  matches: (FoundMatch & { changes: number })[]
  ends: (MatchPlace & { changes: number })[]
}

async function findMatches(deps: MatchDealsDeps, rows: readonly ListedRow[]): Promise<Found> {
  const { db } = deps
  // First what is there, then the index: whose boxes change in between is found out by their number when it is stored.
  const known = await knownMatches(
    db,
    rows.map(({ id }) => id),
  )
  const best = await bestMatches(db, shownDeals(rows.filter(isForSale), deps))
  const found_at = new Date(deps.nowMs()).toISOString()
  return {
    matches: [...best.values()].map(({ match, candidate, deal }) => ({
      ...foundMatch(match, { ...placeOf(candidate), revision: deal.revision, found_at }),
      changes: candidate.changes,
    })),
    ends: known.filter((one) => !best.has(nameOf(one))),
  }
}

/** Only what can be bought. */
const isForSale = ({ listing, status }: ListedRow) => listing === 'listed' && status === AVAILABLE
const AVAILABLE = 0

/** By matches_property. */
async function knownMatches(
  db: Database,
  ids: readonly number[],
): Promise<(MatchPlace & { changes: number })[]> {
  const { rows } = await sql<MatchPlace & { changes: number }>`
    select m.customer_id, m.property_id, c.indexed_changes as changes
    from matches m join matched_customers c using (customer_id)
    where m.property_id = any(${ids}::bigint[]) and m.is_current`.execute(db)
  return rows
}

/** Nothing when another node came further meanwhile; and nothing for whom boxes changed: they are matched anew. */
const store = (
  db: Database,
  { from, to, found }: { from: number; to: number; found: Found },
): Promise<MatchPlace[]> =>
  db.transaction().execute(async (trx) => {
    const progress = await trx
      .selectFrom('matching_progress')
      .select('revision')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (progress.revision !== from || from >= to) return []
    const news = await write(trx, found)
    await trx.updateTable('matching_progress').set({ revision: to }).execute()
    return news
  })

async function write(trx: Database, found: Found): Promise<MatchPlace[]> {
  const isSame = await unchangedCustomers(trx, [...found.matches, ...found.ends])
  const matches = found.matches.filter(isSame).map(({ changes: _, ...match }) => match)
  const news = await storeMatches(trx, matches, { cause: 'deal', newsSince: ALL_NEWS })
  await endMatches(trx, found.ends.filter(isSame).map(placeOf))
  return news
}

/** Every deal here changed. */
const ALL_NEWS = -1

interface OfState {
  customer_id: number
  changes: number
}

/** Held until the end, so that boxes change before or after. By primary key. */
async function unchangedCustomers(
  trx: Database,
  states: readonly OfState[],
): Promise<(one: OfState) => boolean> {
  const ids = [...new Set(states.map(({ customer_id }) => customer_id))].sort((a, b) => a - b)
  const { rows } = await sql<OfState>`
    select customer_id, changes from matched_customers
    where customer_id = any(${ids}::bigint[]) order by customer_id for share`.execute(trx)
  const now = new Map(rows.map(({ customer_id, changes }) => [customer_id, changes]))
  return ({ customer_id, changes }) => now.get(customer_id) === changes
}

/** With more deals than this to catch up with, asking every box once about all deals is less work. */
const BEHIND_MAX = 2000

/** After an upgrade, or when many deals came in another way: everybody's boxes are matched anew instead. */
export const skipBehind = (db: Database): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { revision } = await trx
      .selectFrom('matching_progress')
      .select('revision')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const behind = await trx
      .selectFrom('properties')
      .select('revision')
      .where('revision', '>', revision)
      .orderBy('revision')
      .offset(BEHIND_MAX)
      .limit(1)
      .executeTakeFirst()
    if (!behind) return
    await trx
      .updateTable('matching_progress')
      .set({ revision: await latestRevision(trx) })
      .execute()
    await sql`update matched_customers set changes = changes + 1`.execute(trx)
  })
