/** Counts what happens to a customer's boxes, so that they are matched anew: once for however many changes came together. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { SCORE_VERSION } from '#shared/rules/matching/score.ts'

/**
 * In the transaction of the change, whatever of boxes, areas or answers it was, and before a box is deleted: who matches holds this
 * row and then writes what refers to boxes, so the other way round each would wait for the other. Deals that were not matched up to here are left to the
 * boxes, so they are news when those find them. By primary key.
 */
export async function noteBoxChange(trx: Database, customerId: number): Promise<void> {
  await sql`
    insert into matched_customers (customer_id, score_version, news_since)
    select ${customerId}::bigint, ${SCORE_VERSION}::int, revision from matching_progress
    on conflict (customer_id) do update set
      changes = matched_customers.changes + 1, changed_at = clock_timestamp(), claimed_until = '-infinity',
      news_since = least(matched_customers.news_since, excluded.news_since)`.execute(trx)
}

/** Before a customer goes, for the same reason. Held until the transaction ends. By primary key. */
export async function holdMatching(trx: Database, customerId: number): Promise<void> {
  await trx
    .selectFrom('matched_customers')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .forUpdate()
    .execute()
}

/** For boxes that came into the database by another way, and for matches that another version of the score made. */
export async function noteForgottenBoxes(db: Database): Promise<void> {
  await sql`
    insert into matched_customers (customer_id, score_version)
    select distinct customer_id, ${SCORE_VERSION}::int from buy_boxes
    on conflict (customer_id) do nothing`.execute(db)
  await sql`
    update matched_customers set changes = changes + 1, score_version = ${SCORE_VERSION}
    where score_version <> ${SCORE_VERSION}`.execute(db)
}

export const MATCH_BOXES = workKind({ name: 'match-boxes', label: 'Buy boxes of a buyer to match' })

/** Since when somebody's boxes wait. One step in matched_customers_due. */
export async function boxesDueSince(db: Database, nowMs: number): Promise<number | null> {
  const due = await db
    .selectFrom('matched_customers')
    .select('changed_at')
    .whereRef('matched_changes', '<', 'changes')
    .where('claimed_until', '<', sql<Date>`clock_timestamp()`)
    .where(mayBeTried(MATCH_BOXES, sql`customer_id`, nowMs))
    .orderBy('changed_at')
    .limit(1)
    .executeTakeFirst()
  return due?.changed_at.getTime() ?? null
}

/** Has this long for the customers it took; then another node may. */
const CLAIM_SECONDS = 60

/** Customers who are due, the longest waiting first, for this node alone. By matched_customers_due. */
export async function claimDueCustomers(db: Database, count: number, nowMs: number): Promise<number[]> {
  const { rows } = await sql<{ customer_id: number }>`
    update matched_customers set claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
    where customer_id in (
      select customer_id from matched_customers
      where matched_changes < changes and claimed_until < clock_timestamp()
        and ${mayBeTried(MATCH_BOXES, sql`customer_id`, nowMs)}
      order by changed_at, customer_id limit ${count} for update skip locked)
    returning customer_id`.execute(db)
  return rows.map(({ customer_id }) => customer_id)
}
