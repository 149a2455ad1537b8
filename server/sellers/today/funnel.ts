/** From view to contract, for each of the listed deals with the most views. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { FIGURE_WEEKS, FUNNEL_DEALS, type FunnelDealWire } from '#shared/contract/seller-today-figures.ts'
import { WEEK_MS } from './figures.ts'
import { type Asked, DEAL_NAME } from './waiting.ts'

interface DealRow extends Omit<FunnelDealWire, 'published_at' | 'contract'> {
  published_at: Date | null
  offer_id: number | null
  buyer: string | null
  state: string | null
}

/** By properties_account; what is counted by ui_events_views, inquiries_account and offers_account_state. */
export async function funnelOf(db: Database, { accountId, nowMs }: Asked): Promise<FunnelDealWire[]> {
  const since = new Date(nowMs - (FIGURE_WEEKS / 2) * WEEK_MS)
  const { rows } = await sql<DealRow>`
    with own as (select * from properties where account_id = ${accountId} and listing = 'listed'),
    seen as (
      select e.property_id, count(*)::int as count from own join ui_events e on e.property_id = own.id
      where e.event_type_slug = 'property_viewed' and e.seen_at > ${since} group by 1),
    asked as (
      select property_id, count(*)::int as count from inquiries
      where account_id = ${accountId} and type = 'address_request' and created_at > ${since} group by 1),
    offered as (
      select property_id, count(*)::int as count from offers
      where account_id = ${accountId} and state <> 'draft' and submitted_at > ${since} group by 1),
    taken as (
      select distinct on (property_id) property_id, id, customer_id, state from offers
      where account_id = ${accountId} and state in ('under_contract', 'closed')
      order by property_id, updated_at desc, id desc)
    select p.id, ${DEAL_NAME} as name, p.price, p.published_at, coalesce(seen.count, 0) as views,
      coalesce(asked.count, 0) as requests, coalesce(offered.count, 0) as offers,
      taken.id as offer_id, customers.name as buyer, taken.state
    from own p
    left join seen on seen.property_id = p.id
    left join asked on asked.property_id = p.id
    left join offered on offered.property_id = p.id
    left join taken on taken.property_id = p.id
    left join customers on customers.id = taken.customer_id
    order by coalesce(seen.count, 0) desc, coalesce(asked.count, 0) desc, p.id desc
    limit ${sql.lit(FUNNEL_DEALS)}`.execute(db)
  return rows.map(({ published_at, offer_id, buyer, state, ...row }) => ({
    ...row,
    published_at: published_at?.toISOString() ?? null,
    contract: offer_id === null ? null : { offer_id, name: buyer ?? '', is_closed: state === 'closed' },
  }))
}
