/** How far a campaign is, who was left out and why, and what came of it. */
import { sql } from 'kysely'
import type { CampaignStats } from '#server/core/database/campaign-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import type { CampaignWire, LeftOut } from '#shared/contract/campaigns.ts'
import type { CampaignRow } from './campaigns.ts'
import { IS_GIVEN_UP } from './failed-recipients.ts'

/** By campaign_recipients_state, and the unique index of failed_work for waiting ones; stored with the campaign once it is sent. */
export async function countsOf(
  db: Database,
  { id, stats }: Pick<CampaignRow, 'id' | 'stats'>,
): Promise<CampaignStats> {
  // A blast from before failures were counted had none.
  if (stats) return { ...stats, failed: stats.failed ?? 0 }
  const { rows } = await sql<{ state: string; reason: LeftOut | null; count: number }>`
    select case when state = 'waiting' and ${IS_GIVEN_UP} then 'failed' else state end as state, reason,
      count(*)::int as count
    from campaign_recipients where campaign_id = ${id} group by 1, 2`.execute(db)
  const of = (state: string) =>
    rows.filter((row) => row.state === state).reduce((sum, { count }) => sum + count, 0)
  return {
    audience: rows.reduce((sum, { count }) => sum + count, 0),
    sent: of('sent'),
    waiting: of('waiting'),
    failed: of('failed'),
    left_out: Object.fromEntries(rows.flatMap(({ reason, count }) => (reason ? [[reason, count]] : []))),
  }
}

/** Contacts that have not confirmed get no copy, so they are added once it is out. */
export const withUnconfirmed = (stats: CampaignStats, unconfirmed: number): CampaignStats =>
  unconfirmed === 0
    ? stats
    : {
        ...stats,
        audience: stats.audience + unconfirmed,
        left_out: { ...stats.left_out, unconfirmed },
      }

/**
 * Null before it is out. By the primary key's campaign; for each buyer, messages by primary key and by messages_thread, and deliveries
 * by their key.
 */
export async function resultsOf(db: Database, row: CampaignRow): Promise<CampaignWire['results']> {
  if (row.state !== 'sent') return null
  const { rows } = await sql<NonNullable<CampaignWire['results']>>`
    select count(*) filter (where m.is_read)::int as read,
      count(*) filter (where r.clicked_at is not null)::int as clicked,
      count(*) filter (where exists (select 1 from messages reply
        where reply.customer_id = r.customer_id and reply.account_id = ${row.account_id}
          and reply.type = 'inbound' and reply.sort_at > r.sent_at))::int as replied,
      count(*) filter (where d.state = 'sent')::int as delivered,
      count(*) filter (where d.state = 'waiting')::int as pending,
      count(*) filter (where d.state in ('dropped', 'failed'))::int as failed
    from campaign_recipients r
    left join messages m on m.id = r.message_id
    left join deliveries d on d.key = 'blast ' || r.campaign_id || ' ' || r.customer_id
    where r.campaign_id = ${row.id} and r.state = 'sent'`.execute(db)
  return rows[0] ?? null
}
