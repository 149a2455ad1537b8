/** Keeps, changes and forgets a customer's saved searches. */
import { sql } from 'kysely'
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import { USUAL_ZONE } from '#server/notifications/centre/recipient-preferences.ts'
import type { SearchAlert, SearchChannel } from '#shared/contract/saved-searches.ts'
import { SAVED_SEARCHES_MAX, SEARCH_KNOWN_MAX } from '#shared/contract/search-limits.ts'
import { readQuery, sharedQuery, writeQuery } from '#shared/rules/deals/query-codec.ts'
import { alertTimeOf } from '#shared/rules/matching/alert-time.ts'
import { passingIds } from './passing.ts'
import { lockProgress } from './progress.ts'
import { requireSearch } from './queries.ts'

export interface KeepDeps {
  db: Database
  listed: ListedDeals
  nowMs: () => number
}

export interface SearchDraft {
  name: string
  query: string
  alert?: SearchAlert | undefined
  channels?: SearchChannel[] | undefined
}

export type SearchPatch = { [K in keyof SearchDraft]?: SearchDraft[K] | undefined }

/** Rejects with 422 for a query that cannot be read, with 409 beyond the limit. Resolves with its id. */
export async function keepSearch(deps: KeepDeps, customerId: number, draft: SearchDraft): Promise<number> {
  const query = canonical(draft.query)
  return begin(deps, { customer_id: customerId, query }, async (trx, beginning) => {
    await lockCustomer(trx, customerId)
    if ((await countOf(trx, customerId)) >= SAVED_SEARCHES_MAX)
      throw conflict(`You can keep ${SAVED_SEARCHES_MAX} searches.`)
    const { alert = 'instant', channels = ['email'], name } = draft
    const { id } = await trx
      .insertInto('saved_searches')
      .values({
        customer_id: customerId,
        name,
        query,
        alert,
        ...beginning,
        channels: JSON.stringify([...new Set(channels)]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Rejects with 404 for another's. With another query it begins again from now. */
export async function changeSearch(
  deps: KeepDeps,
  { customerId, id }: { customerId: number; id: number },
  patch: SearchPatch,
): Promise<void> {
  const { db } = deps
  const before = await requireSearch(db, customerId, id)
  const query = patch.query === undefined ? before.query : canonical(patch.query)
  const values = {
    ...(patch.name === undefined ? {} : { name: patch.name }),
    ...(patch.alert === undefined ? {} : { alert: patch.alert }),
    ...(patch.channels === undefined ? {} : { channels: JSON.stringify([...new Set(patch.channels)]) }),
  }
  const own = (trx: Database) =>
    trx.updateTable('saved_searches').where('customer_id', '=', customerId).where('id', '=', id)
  if (query === before.query) {
    if (Object.keys(values).length > 0) await own(db).set(values).execute()
  } else
    await begin(deps, { customer_id: customerId, query }, async (trx, beginning) => {
      await trx.deleteFrom('saved_search_finds').where('search_id', '=', id).execute()
      const fromNow = { begun_at: sql<Date>`clock_timestamp()`, looked_at: sql<Date>`clock_timestamp()` }
      await own(trx)
        .set({ ...values, ...beginning, ...fromNow, query, alert_at: null })
        .execute()
    })
  if (patch.alert !== undefined && patch.alert !== before.alert) await retime(deps, id, patch.alert)
}

/** By primary key. */
export async function lookAt(db: Database, customerId: number, id: number): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ looked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .execute()
}

/** By primary key. */
export async function forgetSearch(db: Database, customerId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}

interface Beginning {
  revision: number
  known_ids: number[] | null
}

const TRIES = 5

/**
 * Works out what passes a search now and writes that with it. Deals may change in between and be asked about before it is written:
 * then it is worked out again.
 */
async function begin<T>(
  { db, listed, nowMs }: KeepDeps,
  search: { customer_id: number; query: string },
  write: (trx: Database, beginning: Beginning) => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    const version = await listed.index.current()
    const revision = Number(version.cursor.slice(version.cursor.lastIndexOf('.') + 1))
    const ids = await passingIds(db, search, { engine: listed.engineOf(version), nowMs: nowMs() })
    const known_ids = ids.length <= SEARCH_KNOWN_MAX ? ids : null
    const written = await db.transaction().execute(async (trx) => {
      const asked = await lockProgress(trx, 'share')
      if (asked > revision && tried < TRIES) return null
      return { result: await write(trx, { revision, known_ids }) }
    })
    if (written) return written.result
  }
}

/** Without what only its owner has, and always written the same way. */
function canonical(text: string): string {
  const { query, problems } = readQuery(new URLSearchParams(text))
  if (problems.length > 0) throw invalid({ query: [...problems] })
  return writeQuery(sharedQuery({ ...query, compare: [] })).toString()
}

const countOf = async (trx: Database, customerId: number): Promise<number> => {
  const { count } = await trx
    .selectFrom('saved_searches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What waits is told at the new time; who wants no alerts is not told later of what came before. By primary keys. */
async function retime({ db, nowMs }: KeepDeps, id: number, frequency: SearchAlert): Promise<void> {
  if (frequency !== 'off') {
    const { time_zone } = await db
      .selectFrom('saved_searches')
      .innerJoin('customers', 'customers.id', 'saved_searches.customer_id')
      .select('time_zone')
      .where('saved_searches.id', '=', id)
      .executeTakeFirstOrThrow()
    const at = alertTimeOf({ frequency, zone: time_zone ?? USUAL_ZONE, nowMs: nowMs() })
    await db
      .updateTable('saved_searches')
      .set({ alert_at: new Date(at) })
      .where('id', '=', id)
      .where('alert_at', 'is not', null)
      .execute()
    return
  }
  await db.updateTable('saved_searches').set({ alert_at: null }).where('id', '=', id).execute()
  await db
    .updateTable('saved_search_finds')
    .set({ told_at: sql<Date>`clock_timestamp()` })
    .where('search_id', '=', id)
    .where('told_at', 'is', null)
    .execute()
}
