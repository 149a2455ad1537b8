/** The webhook of a saved search, for its owner: where it calls, its secret (said once), and how the last calls went. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { WEBHOOK_DELIVERIES_SHOWN, WEBHOOK_KEPT_MS } from '#shared/contract/search-limits.ts'
import type { SearchWebhookWire } from '#shared/contract/search-webhooks.ts'
import { newSecret } from './sign.ts'

/** Null when there is none. `secret` is one that was made just now; no other is ever said. By primary key. */
export async function webhookOf(
  db: Database,
  searchId: number,
  secret: string | null = null,
): Promise<SearchWebhookWire | null> {
  const row = await db
    .selectFrom('search_webhooks')
    .select(['url', 'paused_reason', 'paused_at', 'created_at'])
    .where('search_id', '=', searchId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...{ url: row.url, secret, paused_reason: row.paused_reason },
    paused_at: row.paused_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    waiting: await countWaiting(db, searchId),
    deliveries: await deliveriesOf(db, searchId),
  }
}

/** By webhook_deliveries_search. */
async function deliveriesOf(db: Database, searchId: number): Promise<SearchWebhookWire['deliveries']> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'property_ids', 'state', 'attempts', 'status', 'error'])
    .select(['created_at', 'attempted_at'])
    .select(
      sql<Date | null>`case when state = 'waiting' and isfinite(next_at) then next_at end`.as('next_at'),
    )
    .where('search_id', '=', searchId)
    .orderBy('id', 'desc')
    .limit(WEBHOOK_DELIVERIES_SHOWN)
    .execute()
  return rows.map(({ created_at, attempted_at, next_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    attempted_at: attempted_at?.toISOString() ?? null,
    next_at: next_at?.toISOString() ?? null,
  }))
}

/** By webhook_deliveries_search. */
async function countWaiting(db: Database, searchId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries
    where search_id = ${searchId} and state = 'waiting'`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Another address gets a secret of its own, so that who had the former one cannot speak for us: resolves with it, or with null. One
 * that was paused goes on with what waits, but for what is too old to be news.
 */
export const setWebhook = (
  db: Database,
  searchId: number,
  { url, nowMs }: { url: string; nowMs: number },
): Promise<string | null> =>
  db.transaction().execute(async (trx) => {
    const made = newSecret()
    const { rows } = await sql<{ secret: string }>`
      insert into search_webhooks (search_id, url, secret) values (${searchId}, ${url}, ${made})
      on conflict (search_id) do update set
        secret = case when search_webhooks.url = excluded.url then search_webhooks.secret else excluded.secret end,
        url = excluded.url, failing_since = null, paused_at = null, paused_reason = null
      returning secret`.execute(trx)
    await sql`
      update webhook_deliveries set next_at = clock_timestamp(),
        state = case when created_at < ${new Date(nowMs - WEBHOOK_KEPT_MS).toISOString()} then 'failed' else 'waiting' end
      where search_id = ${searchId} and state = 'waiting'`.execute(trx)
    return rows[0]?.secret === made ? made : null
  })

/** Null when there is no webhook. By primary key. */
export async function renewSecret(db: Database, searchId: number): Promise<string | null> {
  const secret = newSecret()
  const row = await db
    .updateTable('search_webhooks')
    .set({ secret })
    .where('search_id', '=', searchId)
    .returning('search_id')
    .executeTakeFirst()
  return row ? secret : null
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
