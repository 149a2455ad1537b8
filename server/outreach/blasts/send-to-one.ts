/**
 * One buyer's copy of a campaign, in one transaction: whether it goes at all, the messages in the thread, and the mail or text, and
 * the notice on devices where one wants it, in the queue of deliveries. So a node that dies has either sent all of it or nothing, and another goes on.
 */
import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { type Inserted, insertMessageIn, type NewMessage } from '#server/messaging/insert-message.ts'
import { hasConversation } from '#server/messaging/queries.ts'
import type { RecipientPreferences } from '#server/notifications/centre/recipient-preferences.ts'
import type { Contents } from '#server/notifications/deliveries/contents.ts'
import { type NewDelivery, queueDeliveries } from '#server/notifications/deliveries/queue.ts'
import type { LeftOut } from '#shared/contract/campaigns.ts'
import { wantsNow } from '#shared/rules/notifications/preferences.ts'
import { sendAtMs } from '#shared/rules/notifications/quiet-hours.ts'
import { type BlastWords, blastMail, blastNotice, blastText } from './blast-labels.ts'
import { type CampaignRow, sentBy } from './campaigns.ts'
import { factsOf, leftOutBecause } from './left-out.ts'

/** What is the same for all buyers of a campaign. */
export interface Outgoing {
  /** Its deals are those that are for sale now. */
  row: CampaignRow
  /** It was about deals, and all of them were taken down or sold since. */
  isOffMarket: boolean
  words: BlastWords
  cap: number
  /** `https://host`. */
  origin: string
  /** The installation's name. */
  by: string
}

export interface OneDeps {
  db: Database
  nowMs: () => number
}

export interface Told {
  message: NewMessage
  written: Inserted
}

/** Resolves with what to say live; with nothing when another node is at it, or it is not to go. */
export const sendToOne = (
  { db, nowMs }: OneDeps,
  outgoing: Outgoing,
  {
    customerId,
    recipientPreferences,
  }: { customerId: number; recipientPreferences: RecipientPreferences | undefined },
): Promise<Told[]> =>
  db.transaction().execute(async (trx) => {
    if (!(await claim(trx, outgoing.row.id, customerId))) return []
    const now = nowMs()
    const sent = sentBy(outgoing.row)
    const facts = (await factsOf(trx, [customerId], { sent, nowMs: now })).get(customerId)
    const reason = leftOutBecause(facts, recipientPreferences, { ...outgoing, channel: sent.channel })
    if (reason !== null || !recipientPreferences)
      return leaveOut(trx, outgoing.row.id, customerId, reason ?? 'gone')
    const told = await writeMessages(trx, outgoing.row, customerId)
    const key = sent.channel === null ? null : randomBytes(12).toString('base64url')
    await queueDeliveries(trx, [
      ...(key === null ? [] : [copyOf(outgoing, { customerId, recipientPreferences, key, now })]),
      ...noticeOf(outgoing, { customerId, recipientPreferences, now }),
    ])
    await trx
      .updateTable('campaign_recipients')
      .set({ state: 'sent', sent_at: new Date(now), message_id: told[0]?.written.id ?? null, link_key: key })
      .where('campaign_id', '=', outgoing.row.id)
      .where('customer_id', '=', customerId)
      .execute()
    return told
  })

/** Two campaigns for one buyer go one after the other, so that both see what went before. By primary keys. */
async function claim(trx: Transaction<Schema>, campaignId: number, customerId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('campaign_recipients')
    .select('customer_id')
    .where('campaign_id', '=', campaignId)
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return false
  await trx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  return true
}

async function leaveOut(
  trx: Transaction<Schema>,
  campaignId: number,
  customerId: number,
  reason: LeftOut,
): Promise<Told[]> {
  await trx
    .updateTable('campaign_recipients')
    .set({ state: 'left_out', reason })
    .where('campaign_id', '=', campaignId)
    .where('customer_id', '=', customerId)
    .execute()
  return []
}

/** A blast without words says just this; the widget hides it (spec section 9). */
const BLAST_TEXT = 'Blast'

/** The words go with the first deal of a digest; each further deal is a card of its own. */
async function writeMessages(
  trx: Transaction<Schema>,
  { account_id: accountId, kind, channel, body, property_ids }: CampaignRow,
  customerId: number,
): Promise<Told[]> {
  const of = { customerId, accountId }
  if (!(await hasConversation(trx, of))) await openConversation(trx, of)
  const parts =
    kind === 'blast'
      ? [{ action: 'blast', channel, body: body ?? BLAST_TEXT, propertyId: property_ids[0] ?? null }]
      : property_ids.map((propertyId, index) => ({
          action: 'deals_digest',
          propertyId,
          body: index === 0 ? body : null,
        }))
  const told: Told[] = []
  for (const part of parts) {
    const message: NewMessage = { ...of, ...part, type: 'outbound' }
    told.push({ message, written: await insertMessageIn(trx, message) })
  }
  return told
}

interface Copy {
  customerId: number
  recipientPreferences: RecipientPreferences
  key: string
  now: number
}

function copyOf(
  { row, words, origin, by }: Outgoing,
  { customerId, recipientPreferences, key, now }: Copy,
): NewDelivery {
  const url = `${origin}/b/${key}`
  const channel = row.channel === 'sms' ? 'sms' : 'email'
  const contents: Contents =
    channel === 'sms'
      ? { channel, content: blastText(words, url) }
      : { channel, content: blastMail(words, url, by) }
  const { zone, quiet } = recipientPreferences
  return {
    ...contents,
    key: deliveryKey(row.id, customerId),
    customerId,
    type: 'blast',
    mailType: channel === 'email' ? 'blast' : null,
    dueAtMs: sendAtMs(now, { type: 'blast', channel, zone, quiet }),
  }
}

/** Besides the copy, where there are devices that show notices of blasts. */
function noticeOf(
  { row, words }: Outgoing,
  { customerId, recipientPreferences, now }: Omit<Copy, 'key'>,
): NewDelivery[] {
  const { preferences, devices, zone, quiet } = recipientPreferences
  if (devices === 0 || !wantsNow(preferences, 'blast', 'push')) return []
  return [
    {
      channel: 'push',
      content: blastNotice(words, row),
      type: 'blast',
      customerId,
      key: `notice of ${deliveryKey(row.id, customerId)}`,
      dueAtMs: sendAtMs(now, { type: 'blast', channel: 'push', zone, quiet }),
    },
  ]
}

export const deliveryKey = (campaignId: number, customerId: number): string =>
  `blast ${campaignId} ${customerId}`
