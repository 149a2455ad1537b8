/** Whose morning has come. What is due stands in the database, so a restart forgets nobody. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'

export const DIGESTS = workKind({ name: 'digests', label: 'Digest for buyer' })

/** One step in matched_customers_digest. */
export async function digestsDueSince(db: Database, nowMs: number): Promise<number | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select nullif(digest_at, '-infinity') as since from matched_customers
    where digest_at <= ${new Date(nowMs).toISOString()}::timestamptz and ${mayBeTried(DIGESTS, sql`customer_id`, nowMs)}
    order by digest_at limit 1`.execute(db)
  const [first] = rows
  return first ? (first.since?.getTime() ?? nowMs) : null
}

/** The longest due first. By matched_customers_digest. */
export async function dueCustomers(db: Database, nowMs: number, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('matched_customers')
    .select('customer_id')
    .where('digest_at', '<=', new Date(nowMs))
    .where(mayBeTried(DIGESTS, sql`customer_id`, nowMs))
    .orderBy('digest_at')
    .orderBy('customer_id')
    .limit(count)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

/**
 * Held until the end of the transaction. Null when it was done meanwhile, or another worker is at it; `isFirst` when nobody knew yet
 * when this customer's mornings are. By primary key.
 */
export async function takeTurn(
  trx: Database,
  customerId: number,
  nowMs: number,
): Promise<{ isFirst: boolean } | null> {
  const { rows } = await sql<{ is_first: boolean }>`
    select digest_at = '-infinity' as is_first from matched_customers
    where customer_id = ${customerId} and digest_at <= ${new Date(nowMs).toISOString()}::timestamptz
    for update skip locked`.execute(trx)
  const [row] = rows
  return row ? { isFirst: row.is_first } : null
}

export const setNextTurn = (trx: Database, customerId: number, nextMs: number) =>
  trx
    .updateTable('matched_customers')
    .set({ digest_at: new Date(nextMs) })
    .where('customer_id', '=', customerId)
    .execute()
