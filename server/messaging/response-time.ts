/** How long a side of the conversations takes to answer: the middle of its latest answers, so that one lost weekend is not the rule. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'

const DAYS_COUNTED = 180
const CHATS_COUNTED = 40
const MESSAGES_PER_CHAT = 200

type Whose = { accountId: number } | { customerId: number }

/**
 * In hours, to one place; null when there was nothing to answer. Mails to everybody are no answers. Flat as messages grow: the latest
 * conversations by chats_account_latest or chats_customer_latest, of each the latest messages by messages_thread.
 */
export async function responseHours(db: Kysely<Schema>, whose: Whose, nowMs: number): Promise<number | null> {
  const isAccount = 'accountId' in whose
  const chats = isAccount ? sql`account_id = ${whose.accountId}` : sql`customer_id = ${whose.customerId}`
  const middle = middleOf(chats, { answers: isAccount ? 'outbound' : 'inbound', nowMs })
  return roundedHours(await middle.execute(db))
}

/** The middle of the verified sellers, each by its latest conversations. */
async function sellersResponseHours(db: Kysely<Schema>, nowMs: number): Promise<number | null> {
  const middle = middleOf(sql`account_id = accounts.id`, { answers: 'outbound', nowMs })
  const { rows } = await sql<Hours>`
    select percentile_cont(0.5) within group (order by one.hours) as hours
    from accounts cross join lateral (${middle}) as one
    where accounts.is_verified and accounts.suspended_at is null`.execute(db)
  return roundedHours({ rows })
}

interface Hours {
  hours: number | null
}

function roundedHours({ rows }: { rows: Hours[] }): number | null {
  const hours = rows[0]?.hours ?? null
  return hours === null ? null : Math.round(Number(hours) * 10) / 10
}

function middleOf(
  chats: RawBuilder<unknown>,
  { answers, nowMs }: { answers: 'inbound' | 'outbound'; nowMs: number },
): RawBuilder<Hours> {
  const since = new Date(nowMs - DAYS_COUNTED * 24 * 3_600_000).toISOString()
  const asks = answers === 'outbound' ? 'inbound' : 'outbound'
  return sql<Hours>`
    with latest as (
      select customer_id, account_id from chats where ${chats}
      order by last_message_at desc, id desc limit ${sql.lit(CHATS_COUNTED)}),
    said as (
      select latest.customer_id, latest.account_id, own.type, own.sort_at,
        lag(own.type) over thread as before, lag(own.sort_at) over thread as before_at
      from latest cross join lateral (
        select type, sort_at from messages
        where messages.customer_id = latest.customer_id and messages.account_id = latest.account_id
          and sort_at >= ${since}::timestamptz and coalesce(action, '') not in ('blast', 'deals_digest')
        order by sort_at desc, id desc limit ${sql.lit(MESSAGES_PER_CHAT)}) as own
      window thread as (partition by latest.customer_id, latest.account_id order by own.sort_at))
    select percentile_cont(0.5) within group (order by extract(epoch from sort_at - before_at)::double precision) / 3600
      as hours
    from said where type = ${answers} and before = ${asks}`
}

const KEPT_MS = 10 * 60_000

/** Of accounts, for what many pages ask: it is found out at most once in ten minutes for each account. */
export function keepResponseHours(db: Kysely<Schema>, nowMs: () => number) {
  const known = new Map<number, { hours: number | null; untilMs: number }>()
  return async (accountId: number): Promise<number | null> => {
    const kept = known.get(accountId)
    if (kept && kept.untilMs > nowMs()) return kept.hours
    const hours = await responseHours(db, { accountId }, nowMs())
    known.set(accountId, { hours, untilMs: nowMs() + KEPT_MS })
    return hours
  }
}

const SELLERS_KEPT_MS = 60 * 60_000

/** Of all verified sellers, at most once an hour and behind the answer to who asks: null until it is known. */
export function keepSellersResponseHours(
  db: Kysely<Schema>,
  { nowMs, run }: { nowMs: () => number; run: (work: () => Promise<void>) => void },
) {
  let known: number | null = null
  let untilMs = 0
  return (): number | null => {
    if (untilMs <= nowMs()) {
      untilMs = nowMs() + SELLERS_KEPT_MS
      run(async () => {
        known = await sellersResponseHours(db, nowMs())
      })
    }
    return known
  }
}
