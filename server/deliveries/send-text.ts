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
  if (
    row.customer_id !== null &&
    (await sentSince(db, row.customer_id, nowMs - DAY_MS)) >= NEWS_TEXTS_PER_DAY
  )
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

/** By deliveries_customer. */
async function sentSince(db: Database, customerId: number, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('customer_id', '=', customerId)
    .where('channel', '=', 'sms')
    .where('ended_at', '>', new Date(sinceMs))
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  return count
}
