/** Keeps campaigns: made, called off, and what they say of themselves. They go out by send-campaigns. */
import type { Insertable, Selectable } from 'kysely'
import type { CampaignsTable } from '#server/database/campaign-tables.ts'
import type { Database } from '#server/database/open.ts'
import { invalid, notFound, Refusal } from '#server/http/refusal.ts'
import { PLAN_AHEAD_DAYS } from '#shared/contract/campaign-limits.ts'
import type { AudienceWire } from '#shared/contract/campaigns.ts'
import { houseOf, wordsKey } from './house.ts'
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

const DAY_MS = 86_400_000
/** Clocks differ; one that is further back was not meant. */
const JUST_PAST_MS = 5 * 60_000

/** Throws 422 on `send_at` for a moment that is too far ahead or past. */
export async function createCampaign(db: Database, given: NewCampaign, nowMs: number): Promise<number> {
  const atMs = given.sendAt === undefined ? nowMs : Date.parse(given.sendAt)
  if (atMs < nowMs - JUST_PAST_MS) throw invalid({ send_at: ['This time is past. Choose a later one.'] })
  if (atMs > nowMs + PLAN_AHEAD_DAYS * DAY_MS)
    throw invalid({ send_at: [`Choose a time within the next ${PLAN_AHEAD_DAYS} days.`] })
  const row: Insertable<CampaignsTable> = {
    ...{ account_id: given.accountId, member_id: given.memberId, kind: given.kind, channel: given.channel },
    ...{ subject: wordsOf(given.subject), body: wordsOf(given.message) },
    property_ids: JSON.stringify(given.propertyIds),
    audience: JSON.stringify(given.audience ?? {}),
    ...(await identityOf(db, given)),
    ...{ state: 'scheduled', send_at: new Date(Math.max(nowMs, atMs)) },
  }
  const { id } = await db.insertInto('campaigns').values(row).returning('id').executeTakeFirstOrThrow()
  return id
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
  ...{ id: row.id, accountId: row.account_id, channel: row.channel, house: row.house, words: row.words },
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
  })
}
