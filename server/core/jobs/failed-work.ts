/**
 * Remembers what a job could not do: one row for each item, with the number of tries, the error and the time of the next try. After
 * the last try an item is given up, and stays listed until staff retry or dismiss it. An item that is done has no row.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'

export interface WorkKind {
  /** Lower case with dashes; also the value of the metrics' label. */
  name: string
  /** What one of them is, for the console, e.g. `Offer to expire`. */
  label: string
  /** It is given up after so many. */
  tries: number
  /** After the first failure; each further pause is twice as long, up to the most. */
  pauseMs: number
  pauseMaxMs: number
  /** It is tried all the same after it was given up, at the longest pause: a job as a whole, which nothing else would do. */
  isTriedForEver?: boolean
  /** In the transaction that has one tried again after it was given up. */
  onRetry?(trx: Database, item: string): Promise<void>
}

const MINUTE_MS = 60_000

/** Given up after about two hours, unless the kind says otherwise. */
export const workKind = (given: Pick<WorkKind, 'name' | 'label'> & Partial<WorkKind>): WorkKind => ({
  tries: 8,
  pauseMs: MINUTE_MS,
  pauseMaxMs: 60 * MINUTE_MS,
  ...given,
})

/** For the query that finds what is due: it leaves out what has failed and is not to be tried yet. By the unique index. */
export const mayBeTried = (kind: WorkKind, item: RawBuilder<unknown>, nowMs: number): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from failed_work w
    where w.kind = ${kind.name} and w.item = (${item})::text and w.next_try_at > ${new Date(nowMs).toISOString()}::timestamptz)`

/** For a kind whose query does not find again what failed: what is to be tried again by now. By failed_work_next. */
export async function dueAgain(
  db: Database,
  kind: WorkKind,
  nowMs: number,
): Promise<{ item: string; sinceMs: number }[]> {
  const { rows } = await sql<{ item: string; next_try_at: Date }>`
    select item, next_try_at from failed_work
    where kind = ${kind.name} and given_up_at is null and next_try_at <= ${new Date(nowMs).toISOString()}::timestamptz
    order by next_try_at limit ${DUE_AGAIN_MAX}`.execute(db)
  return rows.map(({ item, next_try_at }) => ({ item, sinceMs: next_try_at.getTime() }))
}

const DUE_AGAIN_MAX = 100

export interface Failure {
  kind: WorkKind
  item: string
  error: unknown
  tries: number
  isGivenUp: boolean
}

/**
 * Counts one more try; not when the item was not to be tried yet and failed beside other work. A bit of chance keeps what failed
 * together from coming back together. By the unique index.
 */
export const noteFailure = (
  db: Database,
  { kind, item, error, nowMs }: Pick<Failure, 'kind' | 'item' | 'error'> & { nowMs: number },
): Promise<Failure> =>
  db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('failed_work')
      .select([
        'tries',
        sql<boolean>`next_try_at > ${new Date(nowMs).toISOString()}::timestamptz`.as('waits'),
      ])
      .where('kind', '=', kind.name)
      .where('item', '=', item)
      .forUpdate()
      .executeTakeFirst()
    if (before?.waits) return { kind, item, error, tries: before.tries, isGivenUp: false }
    const tries = (before?.tries ?? 0) + 1
    const isGivenUp = tries >= kind.tries
    const now = new Date(nowMs)
    const isLast = isGivenUp && !kind.isTriedForEver
    const row = {
      tries,
      error: errorWords(error),
      last_failed_at: now,
      dismissed_at: null,
      next_try_at: isLast ? ('infinity' as const) : new Date(nowMs + pauseAfter(kind, tries)),
    }
    await trx
      .insertInto('failed_work')
      .values({ ...row, kind: kind.name, item, first_failed_at: now, given_up_at: isGivenUp ? now : null })
      .onConflict((clash) =>
        clash.columns(['kind', 'item']).doUpdateSet({
          ...row,
          given_up_at: isGivenUp ? sql<Date>`coalesce(failed_work.given_up_at, ${now})` : null,
        }),
      )
      .execute()
    return { kind, item, error, tries, isGivenUp }
  })

/** Between half of the full pause and all of it. `tries` is how often it was tried, from 1. */
export function pauseAfter({ pauseMs, pauseMaxMs }: WorkKind, tries: number): number {
  const full = Math.min(pauseMaxMs, pauseMs * 2 ** Math.min(tries - 1, 30))
  return full * (0.5 + Math.random() / 2)
}

/** For work that counts its own tries: lists it as given up. */
export async function giveUp(
  db: Database,
  { kind, item, tries, error, nowMs }: Omit<Failure, 'isGivenUp'> & { nowMs: number },
): Promise<void> {
  const now = new Date(nowMs)
  const row = { tries, error: errorWords(error), last_failed_at: now, given_up_at: now }
  await db
    .insertInto('failed_work')
    .values({ ...row, kind: kind.name, item, first_failed_at: now, next_try_at: 'infinity' })
    .onConflict((clash) =>
      clash.columns(['kind', 'item']).doUpdateSet({ ...row, next_try_at: 'infinity', dismissed_at: null }),
    )
    .execute()
}

/** They are done. By the unique index. */
export async function forgetFailures(db: Database, kind: WorkKind, items: readonly string[]): Promise<void> {
  if (items.length === 0) return
  await sql`delete from failed_work where kind = ${kind.name} and item = any(${items}::text[])`.execute(db)
}

const DAY_MS = 24 * 60 * MINUTE_MS
/** Nothing took it up for so long: it is not there any more, or was done another way. */
const STALE_MS = DAY_MS
const DISMISSED_KEPT_MS = 90 * DAY_MS

/** Drops rows of work that is gone, and what was dismissed long ago. */
export async function forgetStale(db: Database, nowMs: number): Promise<void> {
  const [stale, dismissed] = [nowMs - STALE_MS, nowMs - DISMISSED_KEPT_MS].map((ms) =>
    new Date(ms).toISOString(),
  )
  await sql`delete from failed_work
    where (given_up_at is null and next_try_at < ${stale}::timestamptz) or dismissed_at < ${dismissed}::timestamptz`.execute(
    db,
  )
}

const LENGTH_MAX = 500

/**
 * An error in words for staff, who have to decide whether to try again: what happened first, then what the program said.
 */
export function errorWords(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const [line = ''] = said.split('\n')
  const words = error instanceof Refusal ? said : `${happened(error)}${line}`
  return words.length > LENGTH_MAX ? `${words.slice(0, LENGTH_MAX - 1)}…` : words
}

/** By the class of SQLSTATE, or the code of a connection that failed. */
function happened(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return ''
  if (code === '40P01' || code === '55P03') return 'Another change held the same row too long: '
  if (code === '57014') return 'It took the database too long: '
  if (code.startsWith('23')) return 'A rule of the database refused it: '
  if (code.startsWith('22')) return 'The database could not read a value: '
  if (code.startsWith('08') || code.startsWith('57P')) return 'The connection to the database was lost: '
  if (/^E[A-Z]+$/.test(code)) return 'A service did not answer: '
  return ''
}
