/**
 * Asks all saved searches about the deals that changed, and keeps what came into each and what left it. In the order of changes, so a
 * restart forgets nothing, and two nodes at it at once find everything once.
 */
import type { Database } from '#server/core/database/open.ts'
import { dueAgain } from '#server/core/jobs/failed-work.ts'
import { SAVED_DEALS } from '#server/deals/favourites/notify-changes.ts'
import { type ListedRow, latestRevision, rowsSince } from '#server/deals/list/list-rows.ts'
import { type AskDeps, askAboutDeals, askAgain, CHANGED_DEALS, SEARCH_NEWS } from './ask-searches.ts'
import { askedRevision, lockProgress, moveProgress } from './progress.ts'

export interface FindNewDealsDeps extends AskDeps {
  /** Hears of each portion of deals that changed, after the searches were asked; may be told again of the same. */
  alsoTell?: (propertyIds: readonly number[]) => Promise<void>
  /** A deal is left alone until nobody has changed it for so long. */
  quietMs: number
}

/** Deals per batch. */
const DEALS_AT_ONCE = 200

/** Kinds of work that are found again only by their failures. */
const SEARCH_KINDS = [CHANGED_DEALS, SEARCH_NEWS, SAVED_DEALS] as const

/** Until nothing is due. Resolves with whose searches have other news now. */
export async function findNewDeals(deps: FindNewDealsDeps): Promise<number[]> {
  const told = new Set<number>(await askAgain(deps))
  for (;;) {
    const from = await askedRevision(deps.db)
    const rows = quietRows(await rowsSince(deps.db, from, deps.nowMs(), DEALS_AT_ONCE), deps)
    const last = rows.at(-1)
    if (!last) return [...told]
    for (const customerId of await askAboutDeals(deps, rows)) told.add(customerId)
    await deps.alsoTell?.(rows.map(({ id }) => id))
    await deps.db.transaction().execute(async (trx) => {
      if ((await lockProgress(trx, 'update')) < last.revision) await moveProgress(trx, last.revision)
    })
  }
}

/** Since when an unchanged deal has waited, or a retry is due. One step each. */
export async function newsDueSince(deps: FindNewDealsDeps): Promise<number | null> {
  const { db, nowMs, quietMs } = deps
  for (const kind of SEARCH_KINDS) {
    const [again] = await dueAgain(db, kind, nowMs())
    if (again) return again.sinceMs
  }
  const next = await db
    .selectFrom('properties')
    .select('updated_at')
    .where('revision', '>', await askedRevision(db))
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst()
  if (next === undefined || !isQuiet(next, deps)) return null
  return (next.updated_at?.getTime() ?? nowMs()) + quietMs
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
  { nowMs, quietMs }: Pick<FindNewDealsDeps, 'nowMs' | 'quietMs'>,
): boolean => at === null || at.getTime() <= nowMs() - quietMs

/** Whoever goes on changing one deal keeps no earlier one waiting. */
function quietRows(rows: readonly ListedRow[], deps: FindNewDealsDeps): readonly ListedRow[] {
  const end = rows.findIndex((row) => !isQuiet(row, deps))
  return end < 0 ? rows : rows.slice(0, end)
}
