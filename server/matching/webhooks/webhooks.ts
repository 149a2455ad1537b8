/** The webhook of a saved search, for its owner: where it calls, its secret (said once), and how the last calls went. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { workKind } from '#server/core/jobs/failed-work.ts'
import { WEBHOOK_DELIVERIES_SHOWN, WEBHOOK_KEPT_MS } from '#shared/contract/search-limits.ts'
import type { SearchWebhookWire } from '#shared/contract/search-webhooks.ts'
import { newSecret } from './sign.ts'

/**
 * A refused call has a separate schedule of retries and is given up when its webhook is paused. This counts tries of a call that cannot
 * be made, or whose result cannot be stored.
 */
export const SEARCH_WEBHOOKS = workKind({
  name: 'search-webhooks',
  label: 'Webhook call of saved search',
  /** Resumes its webhook with all pending calls. By primary keys. */
  async onRetry(trx, item) {
    const { rows } = await sql<{ search_id: number }>`
      update search_webhooks w set failing_since = null, paused_at = null, paused_reason = null
      from webhook_deliveries d
      where d.id = ${Number(item)} and w.search_id = d.search_id and w.paused_at is not null
      returning w.search_id`.execute(trx)
    for (const { search_id } of rows) await goOn(trx, search_id)
  },
})

/** What waits is due, but for what is too old to be news. By webhook_deliveries_search. */
const goOn = (trx: Database, searchId: number) =>
  sql`
    update webhook_deliveries set next_at = clock_timestamp(),
      state = case when created_at < clock_timestamp() - ${WEBHOOK_KEPT_MS} * interval '1 millisecond' then 'failed' else 'waiting' end
    where search_id = ${searchId} and state = 'waiting'`.execute(trx)

/** Its owner decided about them. By webhook_deliveries_search and the unique index of failed_work. */
const forgetGivenUp = (trx: Database, searchId: number) =>
  sql`
    delete from failed_work where kind = ${SEARCH_WEBHOOKS.name} and item in (
      select id::text from webhook_deliveries where search_id = ${searchId} and state = 'waiting')`.execute(
    trx,
  )

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
    url: row.url,
    secret,
    paused_reason: row.paused_reason,
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
export const setWebhook = (db: Database, searchId: number, url: string): Promise<string | null> =>
  db.transaction().execute(async (trx) => {
    const made = newSecret()
    const { rows } = await sql<{ secret: string }>`
      insert into search_webhooks (search_id, url, secret) values (${searchId}, ${url}, ${made})
      on conflict (search_id) do update set
        secret = case when search_webhooks.url = excluded.url then search_webhooks.secret else excluded.secret end,
        url = excluded.url, failing_since = null, paused_at = null, paused_reason = null
      returning secret`.execute(trx)
    await forgetGivenUp(trx, searchId)
    await goOn(trx, searchId)
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

export const removeWebhook = (db: Database, searchId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await forgetGivenUp(trx, searchId)
    await trx.deleteFrom('search_webhooks').where('search_id', '=', searchId).execute()
  })

/** What ended stays for its owner to see this many calls long. By webhook_deliveries_search. */
export async function forgetOldCalls(db: Database, searchId: number): Promise<void> {
  await sql`
    delete from webhook_deliveries where search_id = ${searchId} and state <> 'waiting' and id < (
      select min(id) from (
        select id from webhook_deliveries where search_id = ${searchId}
        order by id desc limit ${WEBHOOK_DELIVERIES_SHOWN * 5}) as kept)`.execute(db)
}
