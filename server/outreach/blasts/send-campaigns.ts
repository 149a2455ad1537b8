/**
 * Sends what is due: finds whom a campaign is for, then writes to one buyer after the other, with a breath between, so that nobody else
 * waits. Two nodes at it share the buyers; what one leaves behind the other does.
 */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { installationOf, type Site } from '#server/core/http/site.ts'
import { mayBeTried } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { withRequestId } from '#server/core/telemetry/request-context.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import { blastRedactor } from '#server/deals/properties/hidden-streets.ts'
import { ownListings } from '#server/deals/properties/queries.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { preferencesForEach } from '#server/notifications/centre/recipient-preferences.ts'
import { linkImported } from '#server/outreach/buyers/link-imported.ts'
import type { SettingsReader } from '#server/site/settings/settings-reader.ts'
import { buyersAfter, type ReadAudience, readAudience, unconfirmedIn } from './audience.ts'
import { countsOf, withUnconfirmed } from './campaign-stats.ts'
import { type CampaignRow, campaignOf } from './campaigns.ts'
import { BLAST_RECIPIENTS, BLASTS, IS_GIVEN_UP, RECIPIENT } from './failed-recipients.ts'
import { type Outgoing, sendToOne } from './send-to-one.ts'

export interface SendDeps extends WorkDeps {
  listed: ListedDeals
  messenger: Pick<Messenger, 'announce'>
  settings: SettingsReader
  site: Site
  nowMs: () => number
}

/** The time from which one is due. */
export async function campaignsDueSince(db: Database, nowMs: number): Promise<number | null> {
  const [first] = await dueCampaigns(db, nowMs)
  return first?.send_at.getTime() ?? null
}

/** More than one needs: each ends when the job must. */
const CAMPAIGN_MAX_MS = 10 * 60_000

/** Until nothing is due, or it must end: then there is more to do. */
export async function sendDueCampaigns(deps: SendDeps, isOver = (): boolean => false): Promise<void> {
  const nowMs = deps.nowMs()
  await workThrough(deps, BLASTS, {
    nowMs,
    isOver,
    maxMs: CAMPAIGN_MAX_MS,
    items: await dueCampaigns(deps.db, nowMs),
    keyOf: ({ id }) => String(id),
    run: ([row]) => withRequestId(row.request_id, () => sendCampaign(deps, row, isOver)),
  })
}

/** Not those with only copies that wait for their next try. By campaigns_open, and campaign_recipients_waiting for each. */
const dueCampaigns = (db: Database, nowMs: number): Promise<CampaignRow[]> =>
  db
    .selectFrom('campaigns')
    .selectAll()
    .where('state', 'in', ['scheduled', 'sending'])
    .where('send_at', '<=', new Date(nowMs))
    .where(mayBeTried(BLASTS, sql`campaigns.id`, nowMs))
    .where(
      sql<boolean>`(found_up_to is not null
        or exists (select 1 from campaign_recipients where campaign_id = campaigns.id and state = 'waiting'
          and ${mayBeTried(BLAST_RECIPIENTS, RECIPIENT, nowMs)})
        or not exists (select 1 from campaign_recipients where campaign_id = campaigns.id and state = 'waiting'
          and not ${IS_GIVEN_UP}))`,
    )
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
    await findRecipients(db, row.id, await readAudience(deps, { ...row, accountId: row.account_id }))
  }
  const outgoing = await outgoingOf(deps, row)
  for (let after = 0; !isOver(); ) {
    const ids = await waitingAfter(deps, row.id, after)
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
    await sendPortion(deps, outgoing, { ids, isOver })
  }
  await finish(db, row, deps.nowMs())
}

const PORTION = 20
const BREATH_MS = 2

/** By campaign_recipients_waiting. */
async function waitingAfter({ db, nowMs }: SendDeps, campaignId: number, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('campaign_recipients')
    .select('customer_id')
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'waiting')
    .where('customer_id', '>', after)
    .where(mayBeTried(BLAST_RECIPIENTS, RECIPIENT, nowMs()))
    .orderBy('customer_id')
    .limit(PORTION)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

async function sendPortion(
  deps: SendDeps,
  outgoing: Outgoing,
  { ids, isOver }: { ids: readonly number[]; isOver: () => boolean },
): Promise<void> {
  const preferencesOf = await preferencesForEach(deps.db, ids)
  await workThrough(deps, BLAST_RECIPIENTS, {
    nowMs: deps.nowMs(),
    items: ids,
    isOver,
    keyOf: (customerId) => `${outgoing.row.id}:${customerId}`,
    async run([customerId]) {
      const told = await sendToOne(deps, outgoing, {
        customerId,
        recipientPreferences: await preferencesOf(customerId),
      })
      for (const { message, written } of told) await deps.messenger.announce(message, written)
      // The embedded database has one connection and answers within this turn of the event loop: waiting requests come first.
      await pause(BREATH_MS)
    },
  })
}

/** What is the same for everybody. By primary keys. */
async function outgoingOf({ db, site, settings }: SendDeps, row: CampaignRow): Promise<Outgoing> {
  const account = await db
    .selectFrom('accounts')
    .select(['title', 'postal_address'])
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow()
  const { account_id: accountId } = row
  const propertyIds = await forSaleOf(db, row)
  const redacted = await blastRedactor(db, { accountId, propertyIds })
  const [subject, body] = [redacted(row.subject), redacted(row.body)]
  const [propertyId] = propertyIds
  return {
    row: { ...row, subject, body, property_ids: propertyIds },
    isOffMarket: row.property_ids.length > 0 && propertyIds.length === 0,
    words: {
      accountTitle: account.title,
      postalAddress: account.postal_address,
      subject,
      body,
      property: await cardRowOf(db, propertyId),
    },
    cap: (await settings.read()).blastsPerBuyer,
    origin: site.origin,
    by: (await installationOf(site)).name,
  }
}

async function forSaleOf(db: Database, { account_id, property_ids }: CampaignRow): Promise<number[]> {
  if (property_ids.length === 0) return []
  const own = await ownListings(db, account_id, property_ids)
  return property_ids.filter((id) => {
    const found = own.get(id)
    return found?.isListed && !found.isSold
  })
}

export async function cardRowOf(db: Database, propertyId: number | undefined) {
  if (propertyId === undefined) return null
  const row = await db.selectFrom('properties').selectAll().where('id', '=', propertyId).executeTakeFirst()
  return row ?? null
}

/** Once only given-up copies remain. Work in progress on another node keeps it open. */
async function finish(db: Database, row: CampaignRow, nowMs: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update campaigns set state = 'sent', finished_at = ${new Date(nowMs)}
    where id = ${row.id} and state = 'sending' and found_up_to is null
      and not exists (select 1 from campaign_recipients
        where campaign_id = ${row.id} and state = 'waiting' and not ${IS_GIVEN_UP})
    returning id`.execute(db)
  if (rows.length === 0) return
  const counts = await countsOf(db, await campaignOf(db, row.account_id, row.id))
  const stats = withUnconfirmed(counts, await unconfirmedIn(db, { ...row, accountId: row.account_id }))
  await db
    .updateTable('campaigns')
    .set({ stats: JSON.stringify(stats) })
    .where('id', '=', row.id)
    .execute()
}

const FOUND_AT_ONCE = 250

/**
 * Writes down whom a campaign is for, in portions: a node that dies between two leaves the rest to another. Resolves
 * when all are found, or the campaign was called off.
 */
export async function findRecipients(
  db: Database,
  campaignId: number,
  audience: ReadAudience,
): Promise<void> {
  while (await findPortion(db, campaignId, audience)) await turn()
}

/** False when there is no more. */
const findPortion = (db: Database, campaignId: number, audience: ReadAudience): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('campaigns')
      .select(['found_up_to', 'state'])
      .where('id', '=', campaignId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.found_up_to == null || row.state !== 'sending') return false
    const buyers = await buyersAfter(trx, audience, { after: row.found_up_to, limit: FOUND_AT_ONCE })
    const ids = buyers.map(({ customer_id }) => customer_id)
    await sql`insert into campaign_recipients (campaign_id, customer_id)
      select ${campaignId}, id from unnest(${ids}::bigint[]) id
      on conflict (campaign_id, customer_id) do nothing`.execute(trx)
    const up_to = buyers.length < FOUND_AT_ONCE ? null : (buyers.at(-1)?.id ?? null)
    await trx.updateTable('campaigns').set({ found_up_to: up_to }).where('id', '=', campaignId).execute()
    return up_to !== null
  })
