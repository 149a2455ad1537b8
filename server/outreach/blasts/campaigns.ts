/** Keeps campaigns: made, called off, and what they say of themselves. They go out by send-campaigns. */
import { createHash } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { CampaignsTable } from '#server/core/database/campaign-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { refuseOtherTerms } from '#server/core/http/idempotency.ts'
import { invalid, notFound, Refusal } from '#server/core/http/refusal.ts'
import { currentRequestId } from '#server/core/telemetry/request-context.ts'
import { isParcelNumber } from '#server/deals/properties/parcel.ts'
import { PLAN_AHEAD_DAYS } from '#shared/contract/campaign-limits.ts'
import type { AudienceWire } from '#shared/contract/campaigns.ts'
import { placedDoubts } from '#shared/rules/fair-housing/doubtful-phrases.ts'
import { forgetFailed } from './failed-recipients.ts'
import type { Sent } from './left-out.ts'

export type CampaignRow = Selectable<CampaignsTable>

export interface NewCampaign {
  accountId: number
  memberId: number
  kind: CampaignRow['kind']
  channel: CampaignRow['channel']
  subject?: string | undefined
  message?: string | undefined
  propertyIds: readonly number[]
  audience?: AudienceWire | undefined
  sendAt?: string | undefined
}

/** The key of a call and the digest of what it asked for. */
export interface Keyed {
  key: string
  terms: string
}

const DAY_MS = 86_400_000
/** Clocks differ; one that is further back was not meant. */
const JUST_PAST_MS = 5 * 60_000

/** The campaign that an earlier call with this key made; 409 when it was another one. By campaigns_idempotency. */
export async function campaignWithKey(
  db: Database,
  accountId: number,
  { key, terms }: Keyed,
): Promise<number | null> {
  const row = await db
    .selectFrom('campaigns')
    .select(['id', 'idempotency_terms'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  refuseOtherTerms(row.idempotency_terms === terms)
  return row.id
}

interface Creating {
  idempotency: Keyed | null
  nowMs: number
}

/** Throws 422 on `send_at` for a moment that is too far ahead or past. Of two calls with one key the first makes it. */
export async function createCampaign(
  db: Database,
  given: NewCampaign,
  { idempotency, nowMs }: Creating,
): Promise<number> {
  const atMs = given.sendAt === undefined ? nowMs : Date.parse(given.sendAt)
  if (atMs < nowMs - JUST_PAST_MS) throw invalid({ send_at: ['This time is past. Choose a later one.'] })
  if (atMs > nowMs + PLAN_AHEAD_DAYS * DAY_MS)
    throw invalid({ send_at: [`Choose a time within the next ${PLAN_AHEAD_DAYS} days.`] })
  const row: Insertable<CampaignsTable> = {
    account_id: given.accountId,
    member_id: given.memberId,
    kind: given.kind,
    channel: given.channel,
    subject: wordsOf(given.subject),
    body: wordsOf(given.message),
    property_ids: JSON.stringify(given.propertyIds),
    audience: JSON.stringify(given.audience ?? {}),
    ...(await identityOf(db, given)),
    state: 'scheduled',
    send_at: new Date(Math.max(nowMs, atMs)),
    idempotency_key: idempotency?.key ?? null,
    idempotency_terms: idempotency?.terms ?? null,
    request_id: currentRequestId(),
  }
  const made = await db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('campaigns')
      .values(row)
      .onConflict((clash) =>
        clash.columns(['account_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (inserted) await recordDoubts(trx, given, inserted.id)
    return inserted
  })
  const id = made?.id ?? (idempotency && (await campaignWithKey(db, given.accountId, idempotency)))
  if (id === null) throw new Error('A campaign was made or was there.')
  return id
}

/** For the staff: words that the advice on fair housing doubts. */
async function recordDoubts(trx: Database, given: NewCampaign, id: number) {
  const { memberId, channel, subject, message } = given
  const phrases = placedDoubts({ subject: channel === 'email' ? [subject] : [], message: [message] })
  if (phrases.length === 0) return
  await writeAudit(trx, {
    actor: { kind: 'member', id: memberId },
    action: 'blast.send_against_advice',
    subject: { kind: 'campaign', id },
    after: { phrases },
  })
}

/** Blank words are none. */
export const wordsOf = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null)

/** What is compared to keep the same thing from somebody who had it. By primary key. */
export async function identityOf(
  db: Database,
  { kind, channel, message, propertyIds }: Pick<NewCampaign, 'kind' | 'channel' | 'message' | 'propertyIds'>,
): Promise<{ house: string | null; words: string }> {
  const [only] = propertyIds
  const property =
    kind === 'blast' && only !== undefined
      ? await db
          .selectFrom('properties')
          .select(['parcel', 'address', 'city', 'state', 'zip', 'is_street_shown'])
          .where('id', '=', only)
          .executeTakeFirst()
      : undefined
  return {
    house: property ? houseOf(property) : null,
    words: wordsKey([kind, channel, wordsOf(message), ...propertyIds]),
  }
}

export const sentBy = (row: CampaignRow): Sent => ({
  id: row.id,
  accountId: row.account_id,
  channel: row.channel,
  house: row.house,
  words: row.words,
  propertyId: row.property_ids.length === 1 ? (row.property_ids[0] ?? null) : null,
})

/** Another account's is not found. By primary key. */
export async function campaignOf(db: Database, accountId: number, id: number): Promise<CampaignRow> {
  const row = await db
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Who has it keeps it. 409 with code `past` when everybody has. Again changes nothing. */
export async function cancelCampaign(
  db: Database,
  { accountId, id, nowMs }: { accountId: number; id: number; nowMs: number },
): Promise<void> {
  const { state } = await campaignOf(db, accountId, id)
  if (state === 'sent') throw new Refusal(409, { message: 'It has gone out already.', code: 'past' })
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('campaigns')
      .set({ state: 'cancelled', found_up_to: null, finished_at: new Date(nowMs) })
      .where('id', '=', id)
      .where('state', 'in', ['scheduled', 'sending'])
      .execute()
    await trx
      .updateTable('campaign_recipients')
      .set({ state: 'left_out', reason: 'cancelled' })
      .where('campaign_id', '=', id)
      .where('state', '=', 'waiting')
      .execute()
    await forgetFailed(trx, id)
  })
}

type House = Pick<PropertyRow, 'parcel' | 'address' | 'city' | 'state' | 'zip' | 'is_street_shown'>

/** Null while the street is hidden: that a buyer was left out would tell another seller who guesses the house that they guessed right. */
function houseOf({ parcel, address, city, state, zip, is_street_shown }: House): string | null {
  if (!is_street_shown) return null
  if (isParcelNumber(parcel)) return `parcel ${state} ${parcel.replace(/\D/g, '')}`
  const street = address.trim().toLowerCase()
  return street === '' ? null : `${street}, ${city.toLowerCase()}, ${state} ${zip}`
}

/**
 * Identifies a house, no matter who sells it, and a text: a buyer who got it once does not get it again.
 */
export const wordsKey = (parts: readonly (string | number | null)[]): string =>
  createHash('sha256')
    .update(
      parts
        .map((part) =>
          String(part ?? '')
            .trim()
            .toLowerCase(),
        )
        .join('\n'),
    )
    .digest('base64url')
