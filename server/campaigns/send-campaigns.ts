/**
 * Sends what is due: finds whom a campaign is for, then writes to one buyer after the other, with a breath between, so that nobody else
 * waits. Two nodes at it share the buyers; what one leaves behind the other does.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { linkImported } from '#server/buyers/link-imported.ts'
import type { Database } from '#server/database/open.ts'
import type { ListedDeals } from '#server/deals/listed-deals.ts'
import type { Site } from '#server/http/site.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import { wishesOf } from '#server/notifications/wishes.ts'
import type { SettingsReader } from '#server/settings/settings-reader.ts'
import { readAudience } from './audience.ts'
import { countsOf } from './campaign-stats.ts'
import { type CampaignRow, campaignOf } from './campaigns.ts'
import { findRecipients } from './find-recipients.ts'
import { streetRedactor } from './hidden-streets.ts'
import { type Outgoing, sendToOne } from './send-to-one.ts'

export interface SendDeps {
  db: Database
  listed: ListedDeals
  messenger: Pick<Messenger, 'announce'>
  settings: SettingsReader
  site: Site
  nowMs: () => number
}

export const hasDueCampaigns = async (db: Database, nowMs: number): Promise<boolean> =>
  (await dueCampaigns(db, nowMs)).length > 0

/** Until nothing is due, or it has to end: then there is more to do. One that fails keeps no other back; it rejects at the end. */
export async function sendDueCampaigns(deps: SendDeps, isOver = (): boolean => false): Promise<void> {
  const failures: unknown[] = []
  for (const row of await dueCampaigns(deps.db, deps.nowMs())) {
    try {
      await sendCampaign(deps, row, isOver)
    } catch (error) {
      failures.push(error)
    }
    if (isOver()) break
  }
  if (failures.length > 0) throw failures[0]
}

/** By campaigns_open. */
const dueCampaigns = (db: Database, nowMs: number): Promise<CampaignRow[]> =>
  db
    .selectFrom('campaigns')
    .selectAll()
    .where('state', 'in', ['scheduled', 'sending'])
    .where('send_at', '<=', new Date(nowMs))
    .orderBy('send_at')
    .orderBy('id')
    .execute()

async function sendCampaign(deps: SendDeps, row: CampaignRow, isOver: () => boolean): Promise<void> {
  const { db } = deps
  await db
    .updateTable('campaigns')
    .set({ state: 'sending' })
    .where('id', '=', row.id)
    .where('state', '=', 'scheduled')
    .execute()
  if (row.found_up_to !== null) {
    // Who was imported and made an account since is one of its buyers.
    if (row.found_up_to === 0) await linkImported(db, row.account_id)
    await findRecipients(db, row.id, await readAudience(deps, row.account_id, row.audience))
  }
  const outgoing = await outgoingOf(deps, row)
  for (let after = 0; !isOver(); ) {
    const ids = await waitingAfter(db, row.id, after)
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
    await sendPortion(deps, outgoing, ids)
  }
  await finish(db, row, deps.nowMs())
}

const PORTION = 20
const BREATH_MS = 2

/** By campaign_recipients_waiting. */
async function waitingAfter(db: Database, campaignId: number, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('campaign_recipients')
    .select('customer_id')
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'waiting')
    .where('customer_id', '>', after)
    .orderBy('customer_id')
    .limit(PORTION)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

async function sendPortion(deps: SendDeps, outgoing: Outgoing, ids: readonly number[]): Promise<void> {
  const wishes = await wishesOf(deps.db, ids)
  for (const customerId of ids) {
    const told = await sendToOne(deps, outgoing, { customerId, wishes: wishes.get(customerId) })
    for (const { message, written } of told) await deps.messenger.announce(message, written)
    // The embedded database has one connection and answers without leaving this turn of the event loop: who waits comes first.
    await pause(BREATH_MS)
  }
}

/** What is the same for everybody. By primary keys. */
async function outgoingOf({ db, site, settings }: SendDeps, row: CampaignRow): Promise<Outgoing> {
  const account = await db
    .selectFrom('accounts')
    .select('title')
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow()
  const { account_id: accountId, property_ids: propertyIds } = row
  const redacted = await streetRedactor(db, { accountId, propertyIds })
  const [subject, body] = [redacted(row.subject), redacted(row.body)]
  const [propertyId] = propertyIds
  return {
    row: { ...row, subject, body },
    words: { accountTitle: account.title, subject, body, property: await cardRowOf(db, propertyId) },
    cap: (await settings.read()).blastsPerBuyer,
    origin: site.origin,
  }
}

export async function cardRowOf(db: Database, propertyId: number | undefined) {
  if (propertyId === undefined) return null
  const row = await db.selectFrom('properties').selectAll().where('id', '=', propertyId).executeTakeFirst()
  return row ?? null
}

/** Once nobody waits any more. What another node has under way keeps it open. */
async function finish(db: Database, row: CampaignRow, nowMs: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update campaigns set state = 'sent', finished_at = ${new Date(nowMs)}
    where id = ${row.id} and state = 'sending' and found_up_to is null
      and not exists (select 1 from campaign_recipients where campaign_id = ${row.id} and state = 'waiting')
    returning id`.execute(db)
  if (rows.length === 0) return
  const stats = JSON.stringify(await countsOf(db, await campaignOf(db, row.account_id, row.id)))
  await db.updateTable('campaigns').set({ stats }).where('id', '=', row.id).execute()
}
