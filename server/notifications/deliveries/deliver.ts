/**
 * Hands over what is due: mails, texts, and notices on devices. What a service does not take stays and is tried again with growing
 * pauses. Before something goes, it is asked once more whether it is still wanted. Done at least once; each carries a key by which
 * the embedded outbox, a mail program or a text-message service knows it again.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '#server/core/database/open.ts'
import { type Work, workThrough } from '#server/core/jobs/work-through.ts'
import { withRequestId } from '#server/core/telemetry/request-context.ts'
import { devicesOf } from '#server/notifications/centre/devices.ts'
import {
  preferencesForEach,
  type Recipient,
  type RecipientPreferences,
  recipientOf,
} from '#server/notifications/centre/recipient-preferences.ts'
import { PUSH_LIFETIME_SECONDS } from '#shared/contract/notification-limits.ts'
import { frequencyOf } from '#shared/rules/notifications/preferences.ts'
import { sendAtMs } from '#shared/rules/notifications/quiet-hours.ts'
import { claimDue, DELIVER, type DeliveryRow, type Outcome, writeOutcome } from './claim.ts'
import type { MailContents, NoticeContents } from './contents.ts'
import type { DeliverDeps, Going } from './delivery.ts'
import { sendMail } from './send-mail.ts'
import { missingConsent, sendText } from './send-text.ts'
import { unreadWords } from './unread-labels.ts'

const CLAIMED_AT_ONCE = 20
const AT_ONCE = 8

/** Until nothing is due, or nothing of what was tried could be handed over. Resolves with how many were sent. */
export async function deliverDue(deps: DeliverDeps): Promise<number> {
  let sent = 0
  for (;;) {
    if (deps.closing?.aborted) return sent
    const nowMs = deps.nowMs()
    const rows = await claimDue(deps.db, nowMs, CLAIMED_AT_ONCE)
    if (rows.length === 0) return sent
    const recipientPreferences = await preferencesOfAll(deps.db, rows)
    const outcomes: Outcome[] = []
    const work = async () => {
      for (let row = rows.shift(); row; row = rows.shift()) {
        const work: Work<DeliveryRow> = {
          nowMs,
          items: [row],
          keyOf: ({ id }) => String(id),
          run: async ([one]) => {
            const { outcome, isGivenUp } = await deliver(deps, one, recipientPreferences)
            outcomes.push(outcome)
            return isGivenUp && 'given up'
          },
        }
        await withRequestId(row.request_id, () => workThrough(deps, DELIVER, work))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    sent += outcomes.filter(({ kind }) => kind === 'sent').length
    if (outcomes.every(({ kind }) => kind === 'failed')) return sent
  }
}

/** Never rejects because of the service. */
async function deliver(
  deps: DeliverDeps,
  row: DeliveryRow,
  preferencesOf: (who: Recipient) => Promise<RecipientPreferences | undefined>,
): Promise<{ outcome: Outcome; isGivenUp: boolean }> {
  // The embedded database answers without ever leaving this turn of the event loop.
  await turn()
  const who = recipientOf(row)
  const going: Going = { row, recipientPreferences: who ? ((await preferencesOf(who)) ?? null) : null }
  const outcome = (isUnwanted(going) ??
    (await isRead(deps, row)) ??
    (await send(deps, going))) satisfies Outcome
  const why = 'why' in outcome ? { why: outcome.why } : {}
  const about = { delivery: row.id, channel: row.channel, outcome: outcome.kind, ...why }
  if (outcome.kind === 'failed') deps.log.warn(about, 'something was not delivered')
  else deps.log.info(about, 'delivery')
  const isGivenUp = await writeOutcome(deps.db, row, { outcome, nowMs: deps.nowMs() })
  deps.watch?.delivered({ channel: row.channel, outcome: outcome.kind })
  return { outcome, isGivenUp }
}

async function preferencesOfAll(db: Database, rows: readonly DeliveryRow[]) {
  const idsOf = (column: 'customer_id' | 'member_id') =>
    rows.map((row) => row[column]).filter((id) => id !== null)
  const customers = await preferencesForEach(db, idsOf('customer_id'))
  const members = await preferencesForEach(db, idsOf('member_id'), 'member')
  return ({ kind, id }: Recipient) => (kind === 'customer' ? customers(id) : members(id))
}

function isUnwanted({ row, recipientPreferences }: Going): Outcome | null {
  if (recipientOf(row) === null) return null
  if (!recipientPreferences) return { kind: 'dropped', why: 'nobody may be reached there' }
  const { preferences } = recipientPreferences
  const missing = row.channel === 'sms' && missingConsent(preferences, row.type)
  if (missing) return { kind: 'dropped', why: missing }
  const { items = [] } = row.content as Partial<MailContents>
  const types = [row.type, ...items.flatMap(({ type = [] }) => type)]
  const isOff =
    types.every((type) => frequencyOf(preferences, type, row.channel) === 'off') ||
    (row.mail_type !== null && preferences.mailTypesOff.has(row.mail_type))
  return isOff ? { kind: 'dropped', why: 'turned off' } : null
}

/** A seller reads a whole thread at once, a buyer message by message. By primary key. */
async function isRead({ db }: DeliverDeps, row: DeliveryRow): Promise<Outcome | null> {
  const { message_id: id } = row
  if (id === null) return null
  if (row.customer_id !== null && (await unreadWords(db, id)).length > 0) return null
  const message = await db.selectFrom('messages').select('is_read').where('id', '=', id).executeTakeFirst()
  return message?.is_read ? { kind: 'dropped', why: 'read meanwhile' } : null
}

async function send(deps: DeliverDeps, going: Going): Promise<Outcome> {
  try {
    switch (going.row.channel) {
      case 'email':
        return await sendMail(deps, going)
      case 'sms':
        return await sendText(deps, going)
      case 'push':
        return await sendPush(deps, going)
    }
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Sends one notice of the queue to all devices of a person. Those that say they are gone are forgotten. Rejects when
 * no device could be reached; those that were reached get it once more then, under the same tag.
 */
async function sendPush(deps: DeliverDeps, { row, recipientPreferences }: Going): Promise<Outcome> {
  const nowMs = deps.nowMs()
  const { db, parts } = deps
  const who = recipientOf(row)
  if (!who || !recipientPreferences) return { kind: 'dropped', why: 'nobody’s device' }
  const { zone, quiet } = recipientPreferences
  const atMs = sendAtMs(nowMs, { type: row.type, channel: 'push', zone, quiet })
  if (atMs > nowMs) return { kind: 'later', atMs }
  const devices = await devicesOf(db, who)
  const { title, body, url } = row.content as NoticeContents
  const notice = {
    ttlSeconds: PUSH_LIFETIME_SECONDS,
    payload: JSON.stringify({ title, body, url, tag: row.key }),
  }
  const failures: unknown[] = []
  let reached = 0
  for (const device of devices) {
    try {
      const isThere = await parts.push.send(device, notice)
      if (isThere) reached += 1
      else await forget(db, device.id)
    } catch (error) {
      failures.push(error)
    }
  }
  if (reached > 0) return { kind: 'sent' }
  if (failures.length > 0) throw failures[0]
  return { kind: 'dropped', why: 'no device' }
}

const forget = (db: Database, id: number) => db.deleteFrom('push_devices').where('id', '=', id).execute()
