/**
 * Queues mails, texts and notices in the transaction of what they are about, so that none is lost and none is sent for something that
 * was undone. The way out is server/notifications/deliveries/deliver.
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { currentRequestId } from '#server/core/telemetry/request-context.ts'
import type { NotificationType } from '#shared/contract/notifications.ts'
import type { MailType } from '#shared/contract/subscriptions.ts'
import type { Contents, MailContents } from './contents.ts'

export type NewDelivery = Contents & {
  /** The same key again is the same mail: it is queued once and for all. e.g. `digest 7 2026-11-22`. */
  key: string
  /** Null for somebody without a customer's account: then `memberId` or `recipient` says where it goes. */
  customerId: number | null
  /** A member of a seller's account. */
  memberId?: number | null
  /** Not sent once this message is read. */
  messageId?: number | null
  /** An e-mail address or an E.164 number. Without it: where the person can be reached when it goes. */
  recipient?: string
  /** Looked up in the person's preferences once more when it goes, with `mailType`. */
  type: NotificationType
  /** What the mail can be unsubscribed from; its link and headers are added when it goes. Null for mails of service. */
  mailType?: MailType | null
  /** Not before. */
  dueAtMs: number
  /** Of the request that caused it; without it: of the one under way. */
  requestId?: string | null
}

/** Rows of one statement; more would hold up the embedded database. */
const PORTION = 200

/** Resolves with the keys that were not queued before. By the unique index on the key. */
export async function queueDeliveries(trx: Database, given: readonly NewDelivery[]): Promise<string[]> {
  const queued: string[] = []
  for (let at = 0; at < given.length; at += PORTION) {
    const rows = given.slice(at, at + PORTION).map(rowOf)
    const { rows: written } = await sql<{ key: string }>`
      insert into deliveries (key, channel, customer_id, member_id, message_id, recipient, type, mail_type, content, due_at,
        request_id)
      select key, channel, customer_id, member_id, message_id, recipient, type, mail_type, content, due_at, request_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(
        key text, channel text, customer_id bigint, member_id bigint, message_id bigint, recipient text, type text,
        mail_type text, content jsonb, due_at timestamptz, request_id text)
      on conflict (key) do nothing returning key`.execute(trx)
    queued.push(...written.map(({ key }) => key))
  }
  return queued
}

export interface DigestItem {
  memberId: number
  item: NonNullable<MailContents['items']>[number]
  /** The same for everything that comes in one mail. */
  dueAtMs: number
}

/** Adds to the mail that waits until then, or begins it. The same item again changes nothing. By the unique index on the key. */
export async function queueDigestItem(trx: Database, { memberId, item, dueAtMs }: DigestItem): Promise<void> {
  const due = new Date(dueAtMs).toISOString()
  const content = {
    subject: DIGEST_SUBJECT,
    paragraphs: ['Since your last summary:'],
    items: [item],
  }
  await sql`
    insert into deliveries (key, channel, member_id, type, content, due_at, request_id)
    values (${`digest member ${memberId} ${due}`}, 'email', ${memberId}, ${item.type}, ${JSON.stringify(content)}::jsonb, ${due},
      ${currentRequestId()})
    on conflict (key) do update
    set content = jsonb_set(deliveries.content, '{items}', deliveries.content->'items' || ${JSON.stringify([item])}::jsonb)
    where deliveries.state = 'waiting'
      and not deliveries.content->'items' @> ${JSON.stringify([{ key: item.key }])}::jsonb`.execute(trx)
}

const DIGEST_SUBJECT = 'Your daily summary'

const rowOf = (one: NewDelivery) => ({
  key: one.key,
  channel: one.channel,
  type: one.type,
  content: one.content,
  customer_id: one.customerId,
  member_id: one.memberId ?? null,
  message_id: one.messageId ?? null,
  recipient: one.recipient ?? null,
  mail_type: one.mailType ?? null,
  due_at: new Date(one.dueAtMs).toISOString(),
  request_id: one.requestId === undefined ? currentRequestId() : one.requestId,
})
