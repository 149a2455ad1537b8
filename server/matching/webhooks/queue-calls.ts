/** Queues calls of webhooks, in the transaction of what they tell. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { currentRequestId } from '#server/core/telemetry/request-context.ts'

/**
 * One call for each search that has a webhook; while it is paused the call waits until it goes on. Of several requests, the
 * call has the id of one. By primary keys.
 */
export async function queueCalls(
  trx: Database,
  found: readonly { search_id: number; property_id: number }[],
): Promise<void> {
  if (found.length === 0) return
  const rows = found.map(({ search_id, property_id }) => ({ search_id, property_id }))
  await sql`
    insert into webhook_deliveries (search_id, property_ids, request_id, next_at)
    select w.search_id, jsonb_agg(f.property_id order by f.property_id), max(p.request_id),
      case when w.paused_at is null then clock_timestamp() else 'infinity' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(search_id bigint, property_id bigint)
    join search_webhooks w on w.search_id = f.search_id
    join properties p on p.id = f.property_id
    group by w.search_id`.execute(trx)
}

/** A call without deals. By primary key. */
export const queueTest = (db: Database, searchId: number) =>
  db
    .insertInto('webhook_deliveries')
    .values({ search_id: searchId, property_ids: '[]', request_id: currentRequestId() })
    .execute()
