/** When a customer looked at the deals before this visit, on whatever device, so that what came since is called new (checklist BRW-44). */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { VISIT_PAUSE_MS } from '#shared/contract/match-limits.ts'

/** Marks this moment as part of a visit. Null: there was none before it. By primary key. */
export async function noteVisit(db: Database, customerId: number, nowMs: number): Promise<Date | null> {
  const now = new Date(nowMs).toISOString()
  const pause = new Date(nowMs - VISIT_PAUSE_MS).toISOString()
  const { rows } = await sql<{ before_at: Date | null }>`
    insert into deal_visits (customer_id, last_at) values (${customerId}, ${now}::timestamptz)
    on conflict (customer_id) do update set
      before_at = case when deal_visits.last_at <= ${pause}::timestamptz then deal_visits.last_at else deal_visits.before_at end,
      last_at = greatest(deal_visits.last_at, excluded.last_at)
    returning before_at`.execute(db)
  return rows[0]?.before_at ?? null
}
