/** What goes into a digest: what fits, was not looked at, not hidden, and in no digest before. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { STORED_RANK } from '#server/matching/matches/write-matches.ts'
import { DIGEST_DAYS } from '#shared/contract/digest-limits.ts'
import type { DigestDeal } from './digest-mail.ts'

const AVAILABLE = 0
const DAY_MS = 86_400_000

interface Asked {
  customerId: number
  nowMs: number
  boxIds: readonly number[]
  most: number
}

/** The best first, with how many there are in all. By matches_feed. */
export async function digestDeals(
  db: Database,
  { customerId, nowMs, boxIds, most }: Asked,
): Promise<{ deals: DigestDeal[]; all: number }> {
  const since = new Date(nowMs - DIGEST_DAYS * DAY_MS).toISOString()
  const { rows } = await sql<DigestDeal & { all: number }>`
    select m.property_id, p.account_id, m.score, m.reasons, b.name as box_name,
      p.price::float8 as price, p.beds, p.baths::float8 as baths, p.sqft, p.city, p.state,
      exists (select 1 from chats c where c.customer_id = m.customer_id and c.account_id = p.account_id) as is_known_seller,
      count(*) over () as all
    from matches m
    join buy_boxes b on b.id = m.box_id
    join properties p on p.id = m.property_id
    left join deal_marks k on k.customer_id = m.customer_id and k.property_id = m.property_id
    where m.customer_id = ${customerId} and m.is_current and m.found_at > ${since}::timestamptz
      and m.box_id = any(${boxIds}::bigint[]) and k.seen_at is null and k.hidden_at is null
      and p.listing = 'listed' and p.status = ${AVAILABLE}
      and not exists (select 1 from digested_deals d
        where d.customer_id = m.customer_id and d.property_id = m.property_id)
    order by ${STORED_RANK} desc, m.found_at desc, m.property_id desc
    limit ${most}`.execute(db)
  return { deals: rows.map(({ all: _, ...deal }) => deal), all: Number(rows[0]?.all ?? 0) }
}

export const noteDigested = (
  trx: Database,
  { customerId, nowMs, deals }: { customerId: number; nowMs: number; deals: readonly DigestDeal[] },
) =>
  trx
    .insertInto('digested_deals')
    .values(
      deals.map(({ property_id }) => ({ customer_id: customerId, property_id, sent_at: new Date(nowMs) })),
    )
    .execute()
