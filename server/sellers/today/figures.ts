/** The key figures of the seller's Today: by week, and the newer weeks against the older ones. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { REPLY_PROMISE_MINUTES } from '#shared/contract/seller-today.ts'
import { FIGURE_WEEKS, type FigurePeriod } from '#shared/contract/seller-today-figures.ts'
import type { Asked } from './waiting.ts'

export const WEEK_MS = 7 * 86_400_000
const HALF = FIGURE_WEEKS / 2

const COUNTED = ['views', 'requests', 'offers', 'contracts', 'closed'] as const
type Counts = Omit<FigurePeriod, 'replies' | 'replies_in_time' | 'reply_minutes'>

const NONE: Counts = { views: 0, requests: 0, offers: 0, contracts: 0, closed: 0, sales: 0, spread: 0 }

export async function figuresOf(db: Database, asked: Asked) {
  const [weeks, replies] = await Promise.all([weeksOf(db, asked), repliesOf(db, asked)])
  const period = (isNow: boolean): FigurePeriod => {
    const half = isNow ? weeks.slice(HALF) : weeks.slice(0, HALF)
    const sum = (key: keyof Counts) => half.reduce((all, week) => all + week[key], 0)
    const found = replies.find(({ is_now }) => is_now === isNow)
    return {
      views: sum('views'),
      requests: sum('requests'),
      offers: sum('offers'),
      contracts: sum('contracts'),
      closed: sum('closed'),
      sales: sum('sales'),
      spread: sum('spread'),
      replies: found?.replies ?? 0,
      replies_in_time: found?.in_time ?? 0,
      reply_minutes: found ? Math.round(found.minutes) : null,
    }
  }
  return { weeks, now: period(true), before: period(false) }
}

interface WeekRow {
  kind: (typeof COUNTED)[number]
  age: number
  count: number
  sales: number | null
  spread: number | null
}

/** Views by ui_events_views, requests by inquiries_account, offers by offers_account_state, their moves by offer_moves_offer. */
async function weeksOf(db: Database, { accountId, nowMs }: Asked) {
  const now = new Date(nowMs)
  const since = new Date(nowMs - FIGURE_WEEKS * WEEK_MS)
  const { rows } = await sql<WeekRow>`
    select kind, floor(extract(epoch from ${now}::timestamptz - at) / ${sql.lit(WEEK_MS / 1000)})::int as age,
      count(*)::int as count, sum(sales)::float8 as sales, sum(spread)::float8 as spread
    from (
      select 'views' as kind, e.seen_at as at, null::numeric as sales, null::numeric as spread
      from properties p join ui_events e on e.property_id = p.id
      where p.account_id = ${accountId} and e.event_type_slug = 'property_viewed' and e.seen_at > ${since}
      union all
      select 'requests', created_at, null, null from inquiries
      where account_id = ${accountId} and type = 'address_request' and created_at > ${since}
      union all
      select 'offers', submitted_at, null, null from offers
      where account_id = ${accountId} and state <> 'draft' and submitted_at > ${since}
      union all
      select case v.kind when 'sign' then 'contracts' else 'closed' end, v.created_at,
        case v.kind when 'close' then o.price_cents / 100.0 end,
        case v.kind when 'close' then o.price_cents / 100.0 - p.contract_price end
      from offers o join offer_moves v on v.offer_id = o.id join properties p on p.id = o.property_id
      where o.account_id = ${accountId} and o.state in ('under_contract', 'closed', 'fell_through')
        and v.kind in ('sign', 'close') and v.created_at > ${since}) as done
    where at <= ${now}
    group by 1, 2`.execute(db)
  return Array.from({ length: FIGURE_WEEKS }, (_, index) => {
    const age = FIGURE_WEEKS - 1 - index
    const of = rows.filter((row) => row.age === age)
    const week = { ...NONE, ends_at: new Date(nowMs - age * WEEK_MS).toISOString() }
    for (const { kind, count } of of) week[kind] = count
    const closed = of.find(({ kind }) => kind === 'closed')
    return { ...week, sales: closed?.sales ?? 0, spread: closed?.spread ?? 0 }
  })
}

/** As the response time of a company counts them, in server/messaging/response-time.ts. By messages_account_latest. */
async function repliesOf(db: Database, { accountId, nowMs }: Asked) {
  const now = new Date(nowMs)
  const [half, since] = [HALF, FIGURE_WEEKS].map((weeks) => new Date(nowMs - weeks * WEEK_MS))
  const { rows } = await sql<{ is_now: boolean; replies: number; in_time: number; minutes: number }>`
    select sort_at > ${half} as is_now, count(*)::int as replies,
      count(*) filter (where minutes <= ${sql.lit(REPLY_PROMISE_MINUTES)})::int as in_time,
      percentile_cont(0.5) within group (order by minutes) as minutes
    from (
      select type, sort_at, lag(type) over thread as before,
        extract(epoch from sort_at - lag(sort_at) over thread)::float8 / 60 as minutes
      from messages
      where account_id = ${accountId} and sort_at > ${since} and sort_at <= ${now}
        and coalesce(action, '') not in ('blast', 'deals_digest')
      window thread as (partition by customer_id order by sort_at, id)) as said
    where type = 'outbound' and before = 'inbound'
    group by 1`.execute(db)
  return rows
}
