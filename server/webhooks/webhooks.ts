/** The webhook of a saved search, for its owner: where it calls, its secret, and how the last calls went. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { WEBHOOK_DELIVERIES_SHOWN } from '#shared/contract/search-limits.ts'
import type { SearchWebhookWire } from '#shared/contract/search-webhooks.ts'
import { newSecret } from './sign.ts'

/** Null when there is none. By primary key. */
export async function webhookOf(db: Database, searchId: number): Promise<SearchWebhookWire | null> {
  const row = await db
    .selectFrom('search_webhooks')
    .selectAll()
    .where('search_id', '=', searchId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...{ url: row.url, secret: row.secret, paused_reason: row.paused_reason },
    paused_at: row.paused_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    deliveries: await deliveriesOf(db, searchId),
  }
}

/** By webhook_deliveries_search. */
async function deliveriesOf(db: Database, searchId: number): Promise<SearchWebhookWire['deliveries']> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'property_ids', 'state', 'attempts', 'status', 'error'])
    .select(['created_at', 'attempted_at', 'next_at'])
    .where('search_id', '=', searchId)
    .orderBy('id', 'desc')
    .limit(WEBHOOK_DELIVERIES_SHOWN)
    .execute()
  return rows.map(({ created_at, attempted_at, next_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    attempted_at: attempted_at?.toISOString() ?? null,
    next_at: row.state === 'waiting' ? next_at.toISOString() : null,
  }))
}

/** Another address gets a secret of its own, so that who had the former one cannot speak for us; one that was paused goes on. */
export async function setWebhook(db: Database, searchId: number, url: string): Promise<void> {
  await sql`
    insert into search_webhooks (search_id, url, secret) values (${searchId}, ${url}, ${newSecret()})
    on conflict (search_id) do update set
      secret = case when search_webhooks.url = excluded.url then search_webhooks.secret else excluded.secret end,
      url = excluded.url, failing_since = null, paused_at = null, paused_reason = null`.execute(db)
  await sql`
    update webhook_deliveries set next_at = clock_timestamp()
    where search_id = ${searchId} and state = 'waiting'`.execute(db)
}

export const removeWebhook = (db: Database, searchId: number) =>
  db.deleteFrom('search_webhooks').where('search_id', '=', searchId).execute()

/** What ended stays for its owner to see this many calls long. By webhook_deliveries_search. */
export async function forgetOldCalls(db: Database, searchId: number): Promise<void> {
  await sql`
    delete from webhook_deliveries where search_id = ${searchId} and state <> 'waiting' and id < (
      select min(id) from (
        select id from webhook_deliveries where search_id = ${searchId}
        order by id desc limit ${WEBHOOK_DELIVERIES_SHOWN * 5}) as kept)`.execute(db)
}
