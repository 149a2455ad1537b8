/** What is due for an account within days: steps to closing, open houses and listings that end. And listings that have ended. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { OfferStep } from '#shared/contract/offers.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { TODAY_DAYS, TODAY_ROWS } from '#shared/contract/seller-today.ts'
import { type Asked, DEAL_NAME } from './waiting.ts'

const DAY_MS = 86_400_000

interface DueRow {
  id: number
  property_id: number
  property_name: string
  count: number
}

/** Open steps of offers under contract that are due, also those that are late. By offers_account_state and the primary key of steps. */
export async function dueSteps(db: Database, { accountId, nowMs }: Asked) {
  const until = new Date(nowMs + TODAY_DAYS * DAY_MS).toISOString().slice(0, 10)
  const { rows } = await sql<
    DueRow & { step: OfferStep; due_on: string; customer_id: number; customer_name: string }
  >`
    select o.id, s.step, s.due_on, o.customer_id, customers.name as customer_name,
      p.id as property_id, ${DEAL_NAME} as property_name, count(*) over ()::int as count
    from offers o
    join offer_steps s on s.offer_id = o.id
    join customers on customers.id = o.customer_id
    join properties p on p.id = o.property_id
    where o.account_id = ${accountId} and o.state = 'under_contract' and s.done_at is null and s.due_on <= ${until}
    order by s.due_on, o.id, s.step limit ${sql.lit(TODAY_ROWS)}`.execute(db)
  return rows
}

/** Those that are on, or begin within days. By open_houses_start, which has those of all companies. */
export async function dueOpenHouses(db: Database, { accountId, nowMs }: Asked) {
  const [now, until] = [new Date(nowMs), new Date(nowMs + TODAY_DAYS * DAY_MS)]
  // None lasts longer than a day.
  const from = new Date(nowMs - DAY_MS)
  const { rows } = await sql<
    DueRow & {
      starts_at: Date
      ends_at: Date
      registered_count: number
      time_zone: string
      host_name: string | null
    }
  >`
    select h.id, h.starts_at, h.ends_at, h.registered_count, h.time_zone, host.name as host_name, p.id as property_id,
      ${DEAL_NAME} as property_name, count(*) over ()::int as count
    from open_houses h
    join properties p on p.id = h.property_id
    left join account_members host on host.id = h.host_id
    where p.account_id = ${accountId} and h.starts_at between ${from} and ${until} and h.ends_at > ${now}
      and h.cancelled_at is null
    order by h.starts_at, h.id limit ${sql.lit(TODAY_ROWS)}`.execute(db)
  return rows
}

/** Of deals that are still for sale. By properties_account. */
export async function endingListings(db: Database, { accountId, nowMs }: Asked) {
  const [now, until] = [new Date(nowMs), new Date(nowMs + TODAY_DAYS * DAY_MS)]
  const lately = new Date(nowMs - TODAY_DAYS * DAY_MS)
  const { rows } = await sql<DueRow & { expires_at: Date; price: number | null; has_ended: boolean }>`
    select * from (
      select p.id, p.expires_at, p.price, p.id as property_id, ${DEAL_NAME} as property_name,
        p.expires_at <= ${now} as has_ended, count(*) over (partition by p.expires_at <= ${now})::int as count,
        row_number() over (partition by p.expires_at <= ${now} order by
          case when p.expires_at <= ${now} then -extract(epoch from p.expires_at)
            else extract(epoch from p.expires_at) end, p.id) as place
      from properties p
      where p.account_id = ${accountId} and p.status = ${sql.lit(DEAL_STATUSES.indexOf('available'))}
        and (p.listing = 'listed' and p.expires_at > ${now} and p.expires_at <= ${until}
          or p.listing <> 'draft' and p.expires_at <= ${now} and p.expires_at >= ${lately})) as ending
    where place <= ${sql.lit(TODAY_ROWS)} order by has_ended, place`.execute(db)
  return rows
}
