/** Sends one text of the queue, with consent to its purpose, by day wherever its recipient may be, and never too many (checklist NOT-07). */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { installationOf } from '#server/core/http/site.ts'
import {
  columnOf,
  type Recipient,
  recipientOf,
  USUAL_ZONE,
} from '#server/notifications/centre/recipient-preferences.ts'
import { NEWS_TEXTS_PER_DAY } from '#shared/contract/notification-limits.ts'
import type { NotificationType } from '#shared/contract/notifications.ts'
import type { TextPurpose } from '#shared/contract/text-purposes.ts'
import type { Preferences } from '#shared/rules/notifications/preferences.ts'
import { sendAtMs } from '#shared/rules/notifications/quiet-hours.ts'
import { purposeOf } from '#shared/rules/text-consent/purposes.ts'
import type { Outcome } from './claim.ts'
import type { TextContents } from './contents.ts'
import type { DeliverDeps, Going } from './delivery.ts'
import { zonesOfNumber } from './number-zones.ts'

const DAY_MS = 86_400_000

/** Rejects when the service does not take it. */
export async function sendText(deps: DeliverDeps, { row, recipientPreferences }: Going): Promise<Outcome> {
  const nowMs = deps.nowMs()
  const { db, parts } = deps
  const who = recipientOf(row)
  const purpose = purposeOf(row.type)
  const to = row.recipient ?? (who && (await numberOf(db, who, purpose)))
  if (to === null) return { kind: 'dropped', why: noConsent(purpose) }
  const { zone = USUAL_ZONE, isZoneKnown = false, quiet = null } = recipientPreferences ?? {}
  const textZones = [...zonesOfNumber(to), ...(isZoneKnown ? [zone] : [])]
  const atMs = sendAtMs(nowMs, { type: row.type, channel: 'sms', zone, quiet, textZones })
  if (atMs > nowMs) return { kind: 'later', atMs }
  if ((await countBefore(db, row, nowMs)) >= NEWS_TEXTS_PER_DAY)
    return { kind: 'dropped', why: 'enough texts for a day' }
  const { text, isSigned = false, path } = row.content as TextContents
  const said = isSigned ? `${(await installationOf(deps.site)).name}: ${text}` : text
  const body = path === undefined ? said : `${said} ${deps.site.origin}${path} Reply STOP to end.`
  await parts.sms.send({ to, body, key: row.key })
  return { kind: 'sent' }
}

/** Null for texts that may go: the purpose was agreed to. */
export const missingConsent = ({ textPurposes }: Preferences, type: NotificationType): string | null =>
  textPurposes.has(purposeOf(type)) ? null : noConsent(purposeOf(type))

const noConsent = (purpose: TextPurpose): string => `no number that agreed to texts for ${purpose}`

/** A customer's default one first; only numbers that agreed to the purpose. By customer_phones's unique index on the customer, or a primary key. */
async function numberOf(db: Database, { kind, id }: Recipient, purpose: TextPurpose): Promise<string | null> {
  if (kind === 'member') {
    const member = db.selectFrom('account_members').select('phone').where('id', '=', id)
    return (await member.executeTakeFirst())?.phone ?? null
  }
  const row = await db
    .selectFrom('customer_phones')
    .select('phone')
    .where('customer_id', '=', id)
    .where('opted_in', '=', true)
    .where(sql<boolean>`text_consents ? ${purpose}`)
    .where('confirmed_at', 'is not', null)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.phone ?? null
}

/** Texts of a day, with those that are going in this very moment before this one. By deliveries_customer or deliveries_member. */
async function countBefore(db: Database, row: Going['row'], nowMs: number): Promise<number> {
  const who = recipientOf(row)
  if (who === null) return 0
  const [now, since] = [new Date(nowMs).toISOString(), new Date(nowMs - DAY_MS).toISOString()]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deliveries
    where ${sql.ref(columnOf(who.kind))} = ${who.id} and channel = 'sms' and id <> ${row.id}
      and (state = 'sent' and ended_at > ${since}
        or state = 'waiting' and claimed_until > ${now} and id < ${row.id})`.execute(db)
  return rows[0]?.count ?? 0
}
