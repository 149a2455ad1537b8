/** The last location searches of a customer, newest first (spec section 9: at most 10). */
import { sql } from 'kysely'
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { LOCATION_HISTORY_MAX } from '#shared/contract/limits.ts'
import type { LocationQueryWire } from '#shared/contract/places.ts'

/** By the unique index on (customer_id, value); there are never more than a handful. */
export async function recentLocationQueries(db: Database, customerId: number): Promise<LocationQueryWire[]> {
  return db
    .selectFrom('location_queries')
    .select(['label', 'value', 'meta'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(LOCATION_HISTORY_MAX)
    .execute()
}

/** One search, or all; by the unique index on (customer_id, value). What is not there is gone already. */
export async function forgetQueries(
  db: Database,
  customerId: number,
  value: string | undefined,
): Promise<void> {
  const all = db.deleteFrom('location_queries').where('customer_id', '=', customerId)
  await (value === undefined ? all : all.where('value', '=', value)).execute()
}

/** What a page may remember with a search, as JSON. */
const META_MAX_LENGTH = 4000

/** The same search again becomes the newest; the oldest beyond the limit goes. */
export async function rememberLocationQuery(
  db: Database,
  customerId: number,
  { label, value, meta }: LocationQueryWire,
): Promise<void> {
  const text = metaText(meta ?? null)
  await db.transaction().execute(async (trx) => {
    // One after another: each deletes what the others have written, and two that wait for each other would both fail.
    await lockCustomer(trx, customerId)
    await trx
      .deleteFrom('location_queries')
      .where('customer_id', '=', customerId)
      .where('value', '=', value)
      .execute()
    await trx
      .insertInto('location_queries')
      .values({ customer_id: customerId, label, value, meta: text })
      .execute()
    await sql`
      delete from location_queries where customer_id = ${customerId} and id not in (
        select id from location_queries where customer_id = ${customerId}
        order by id desc limit ${LOCATION_HISTORY_MAX})`.execute(trx)
  })
}

/** Throws 422 on `meta` for what is too large or too deep, and for names that Postgres cannot hold. */
function metaText(meta: unknown): string {
  const text = written(meta)
  if (text === null || text.length > META_MAX_LENGTH)
    throw invalid({ meta: [`Keep this under ${META_MAX_LENGTH} characters of JSON.`] })
  if (UNSTORABLE.test(text)) throw invalid({ meta: ['This contains an unsupported character.'] })
  return text
}

/** Null when it is nested deeper than can be written. */
function written(meta: unknown): string | null {
  try {
    return JSON.stringify(meta)
  } catch {
    return null
  }
}

/** NUL, or half of a surrogate pair, escaped. Values were cleaned of them, names of fields were not. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/
