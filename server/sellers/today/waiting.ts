/** What waits for an answer of an account, from buyers: messages, questions, address requests and offers. The longest wait first. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { TODAY_DAYS, TODAY_ROWS, UNANSWERED_DAYS } from '#shared/contract/seller-today.ts'
import { WAITS_FOR_SELLER } from '#shared/rules/offers/offer-graph.ts'

const DAY_MS = 86_400_000

export interface Asked {
  accountId: number
  nowMs: number
}

export interface WaitingRow {
  /** Of a message or question the buyer's. */
  id: number
  asked_at: Date
  customer_id: number
  customer_name: string
  property_id: number | null
  property_name: string | null
  text: string | null
  /** Of all of them, also those beyond the limit. */
  count: number
}

/** A deal as its own company calls it. */
export const DEAL_NAME = sql<string>`coalesce(nullif(p.address, ''), nullif(p.title, ''), 'Deal ' || p.id)`

/** Sent to many, or by the system: nobody has answered the buyer with it. */
const NO_ANSWERS = ['blast', 'deals_digest', 'offer_expired']

/**
 * Open conversations with words of the buyer that nobody has answered since; the clock starts with the first of them, or when a snooze
 * ends. Offers and address requests have other rows. By chats_account_latest, of each the latest messages by messages_thread.
 */
export async function unanswered(db: Database, { accountId, nowMs }: Asked) {
  const [now, since] = [new Date(nowMs), new Date(nowMs - UNANSWERED_DAYS * DAY_MS)]
  const { rows } = await sql<WaitingRow & { is_question: boolean }>`
    select c.customer_id as id, greatest(asked.sort_at, c.snoozed_until) as asked_at, c.customer_id,
      customers.name as customer_name, p.id as property_id, ${DEAL_NAME} as property_name, asked.text,
      asked.is_question, count(*) over (partition by asked.is_question)::int as count
    from chats c
    join messages last on last.id = c.last_message_id
    join customers on customers.id = c.customer_id and customers.deleted_at is null
    cross join lateral (
      select m.sort_at, coalesce(m.body, i.message) as text, coalesce(m.property_id, i.property_id) as property_id,
        i.id is not null as is_question
      from messages m left join inquiries i on i.id = m.inquiry_id
      where m.customer_id = c.customer_id and m.account_id = c.account_id and m.type = 'inbound'
        and m.offer_id is null and coalesce(i.type, '') <> 'address_request'
        and m.sort_at > coalesce((select a.sort_at from messages a
          where a.customer_id = c.customer_id and a.account_id = c.account_id and a.type = 'outbound'
            and coalesce(a.action, '') not in (${sql.join(NO_ANSWERS)})
          order by a.sort_at desc limit 1), '-infinity')
      order by m.sort_at limit 1) asked
    left join properties p on p.id = asked.property_id and p.account_id = c.account_id
    where c.account_id = ${accountId} and c.last_message_at >= ${since} and c.put_away is null
      and c.blocked_at is null and (c.snoozed_until is null or c.snoozed_until <= ${now})
      and (last.type = 'inbound' or last.action in (${sql.join(NO_ANSWERS)}))
    order by asked_at, c.id`.execute(db)
  const some = (isQuestion: boolean) =>
    rows.filter(({ is_question }) => is_question === isQuestion).slice(0, TODAY_ROWS)
  return { messages: some(false), questions: some(true) }
}

/** By inquiries_account. */
export async function pendingRequests(db: Database, { accountId }: Asked): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select i.id, i.created_at as asked_at, i.customer_id, customers.name as customer_name,
      p.id as property_id, ${DEAL_NAME} as property_name, i.message as text, count(*) over ()::int as count
    from inquiries i
    join customers on customers.id = i.customer_id
    join properties p on p.id = i.property_id
    where i.account_id = ${accountId} and i.state = 'pending' and i.type = 'address_request'
    order by i.created_at, i.id limit ${sql.lit(TODAY_ROWS)}`.execute(db)
  return rows
}

export interface OfferWaits extends Omit<WaitingRow, 'text'> {
  kind: 'offer' | 'signature' | 'buyer_answer' | 'offer_ran_out'
  expires_at: Date | null
  price_cents: number | null
}

/**
 * Offers to answer and to sign, asked for by the buyer's last move; those that run out unless the buyer answers; and those that ran out.
 * By offers_account_state, moves by offer_moves_offer.
 */
export async function waitingOffers(db: Database, { accountId, nowMs }: Asked): Promise<OfferWaits[]> {
  const soon = new Date(nowMs + TODAY_DAYS * DAY_MS)
  const lately = new Date(nowMs - TODAY_DAYS * DAY_MS)
  const { rows } = await sql<OfferWaits>`
    with waiting as (
      select o.*, case when o.state in (${sql.join(WAITS_FOR_SELLER)}) then 'offer'
        when o.state = 'confirmed' then 'signature' when o.state = 'expired' then 'offer_ran_out'
        else 'buyer_answer' end as kind
      from offers o
      where o.account_id = ${accountId} and (o.state in (${sql.join(WAITS_FOR_SELLER)}) or o.state = 'confirmed'
        or o.state in ('countered', 'accepted') and o.expires_at <= ${soon}
        or o.state = 'expired' and o.expires_at >= ${lately})),
    placed as (
      select w.*, asked.at as asked_at, count(*) over (partition by w.kind)::int as count,
        row_number() over (partition by w.kind order by
          case when w.kind = 'offer_ran_out' then -extract(epoch from w.expires_at)
            when w.kind = 'buyer_answer' then extract(epoch from w.expires_at) else extract(epoch from asked.at) end,
          w.id) as place
      from waiting w cross join lateral (
        select coalesce((select v.created_at from offer_moves v where v.offer_id = w.id and v.by = 'buyer'
          order by v.id desc limit 1), w.submitted_at, w.created_at) as at) asked)
    select o.kind, o.id, o.asked_at, o.expires_at, o.price_cents, o.customer_id, customers.name as customer_name,
      p.id as property_id, ${DEAL_NAME} as property_name, o.count
    from placed o
    join customers on customers.id = o.customer_id
    join properties p on p.id = o.property_id
    where o.place <= ${sql.lit(TODAY_ROWS)}
    order by o.kind, o.place`.execute(db)
  return rows
}
