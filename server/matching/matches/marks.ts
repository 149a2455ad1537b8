/** What a customer has seen and hidden, of any listed deal (checklist BRW-44, BRW-45). */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { SEEN_IDS_MAX } from '#shared/contract/match-limits.ts'

/** False: nothing is kept of what they have seen. By primary key. */
export const areMarksOn = (customerId: number) =>
  sql<boolean>`(select marks_seen_deals from customers where id = ${customerId})`

/** Off removes what is kept. It waits for marks that are being made, and those that come later see it. By primary keys. */
export async function setSeenMarks(db: Database, customerId: number, isOn: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('customers')
      .set({ marks_seen_deals: isOn })
      .where('id', '=', customerId)
      .executeTakeFirst()
    if (isOn) return
    const marks = trx.updateTable('deal_marks').set({ seen_at: null })
    await marks.where('customer_id', '=', customerId).where('seen_at', 'is not', null).execute()
    const nothing = trx.deleteFrom('deal_marks').where('hidden_at', 'is', null).where('seen_at', 'is', null)
    await nothing.where('customer_id', '=', customerId).execute()
    await trx.deleteFrom('deal_visits').where('customer_id', '=', customerId).execute()
  })
}

/** Ids of no listed deal are passed over; what was seen before keeps its time. By primary keys. */
export async function markSeen(
  db: Database,
  customerId: number,
  propertyIds: readonly number[],
): Promise<void> {
  await sql`
    insert into deal_marks (customer_id, property_id, seen_at)
    select c.id, p.id, clock_timestamp()
    from (select id from customers where id = ${customerId} and marks_seen_deals for share) c, properties p
    where p.id = any(${propertyIds}::bigint[]) and p.listing <> 'draft'
    order by p.id
    on conflict (customer_id, property_id) do update set seen_at = excluded.seen_at
      where deal_marks.seen_at is null`.execute(db)
}

/** A draft answers like a deal that does not exist. By primary keys. */
export async function hideDealOf(db: Database, customerId: number, propertyId: number): Promise<void> {
  const { rows } = await sql`
    insert into deal_marks (customer_id, property_id, hidden_at)
    select ${customerId}, id, clock_timestamp() from properties where id = ${propertyId} and listing <> 'draft'
    on conflict (customer_id, property_id) do update
      set hidden_at = coalesce(deal_marks.hidden_at, excluded.hidden_at)
    returning property_id`.execute(db)
  if (rows.length === 0) throw notFound()
}

export async function unhideDealOf(db: Database, customerId: number, propertyId: number): Promise<void> {
  await db
    .updateTable('deal_marks')
    .set({ hidden_at: null })
    .where('customer_id', '=', customerId)
    .where('property_id', '=', propertyId)
    .execute()
}

/** The latest first. By the primary key's (customer_id, …). */
export async function seenDealsOf(
  db: Database,
  customerId: number,
): Promise<{ property_ids: number[]; is_on: boolean }> {
  const { isOn } = await db.selectNoFrom(areMarksOn(customerId).as('isOn')).executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('deal_marks')
    .select('property_id')
    .where('customer_id', '=', customerId)
    .where('seen_at', 'is not', null)
    .orderBy('seen_at', 'desc')
    .limit(SEEN_IDS_MAX)
    .execute()
  return { property_ids: rows.map(({ property_id }) => property_id), is_on: isOn }
}

/** By deal_marks_hidden. */
export async function hiddenDealsOf(
  db: Database,
  customerId: number,
): Promise<{ property_id: number; hidden_at: string }[]> {
  const rows = await db
    .selectFrom('deal_marks')
    .select(['property_id', 'hidden_at'])
    .where('customer_id', '=', customerId)
    .where('hidden_at', 'is not', null)
    .orderBy('hidden_at', 'desc')
    .execute()
  return rows.flatMap(({ property_id, hidden_at }) =>
    hidden_at === null ? [] : [{ property_id, hidden_at: hidden_at.toISOString() }],
  )
}
