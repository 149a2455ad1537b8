/** Sends one text of the queue, by day and never too many (checklist NOT-07). */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { NEWS_TEXTS_PER_DAY } from '#shared/contract/notification-limits.ts'
import { sendAtMs } from '#shared/rules/notifications/quiet-hours.ts'
import type { Outcome } from './claim.ts'
import type { TextContents } from './contents.ts'
import type { DeliverDeps, Going } from './deliver.ts'

const DAY_MS = 86_400_000

/** Rejects when the service does not take it. */
export async function sendText(deps: DeliverDeps, { row, wishes }: Going): Promise<Outcome> {
  const nowMs = deps.nowMs()
  if (wishes) {
    const { zone, quiet } = wishes
    const atMs = sendAtMs(nowMs, { type: row.type, channel: 'sms', zone, quiet })
    if (atMs > nowMs) return { kind: 'later', atMs }
  }
  const { db, parts } = deps
  const to = row.recipient ?? (row.customer_id === null ? null : await numberOf(db, row.customer_id))
  if (to === null) return { kind: 'dropped', why: 'no number that agreed to texts' }
  if ((await countBefore(db, row, nowMs)) >= NEWS_TEXTS_PER_DAY)
    return { kind: 'dropped', why: 'enough texts for a day' }
  const { text, path } = row.content as TextContents
  const body = path === undefined ? text : `${text} ${deps.site.origin}${path} Reply STOP to end.`
  await parts.sms.send({ to, body, key: row.key })
  return { kind: 'sent' }
}

/** The default one first; only numbers that agreed. By customer_phones's unique index on the customer. */
async function numberOf(db: Database, customerId: number): Promise<string | null> {
  const row = await db
    .selectFrom('customer_phones')
    .select('phone')
    .where('customer_id', '=', customerId)
    .where('opted_in', '=', true)
    .where('confirmed_at', 'is not', null)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.phone ?? null
}

/** Texts of a day, with those that are going in this very moment before this one. By deliveries_customer. */
async function countBefore(db: Database, { id, customer_id }: Going['row'], nowMs: number): Promise<number> {
  if (customer_id === null) return 0
  const [now, since] = [new Date(nowMs).toISOString(), new Date(nowMs - DAY_MS).toISOString()]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deliveries
    where customer_id = ${customer_id} and channel = 'sms' and id <> ${id}
      and (state = 'sent' and ended_at > ${since}
        or state = 'waiting' and claimed_until > ${now} and id < ${id})`.execute(db)
  return rows[0]?.count ?? 0
}
