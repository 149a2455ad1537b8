/**
 * What reaches somebody without the address outside the pages: mails, texts, notices on devices, the bell, calls of webhooks, the words
 * of a calendar's entry. Sellers name the house wherever they write to many.
 */
import { sql } from 'kysely'
import { notifyFavouriteChanges } from '#server/deals/favourites/notify-changes.ts'
import { createListedDeals } from '#server/deals/list/listed-deals.ts'
import { remindOfVisits } from '#server/deals/open-houses/remind.ts'
import { notifyMatches } from '#server/matching/matches/notify-matches.ts'
import { notifyDueSearches } from '#server/matching/saved-searches/alerts.ts'
import { createMessenger } from '#server/messaging/messenger.ts'
import { sweepOffers } from '#server/offers/offers/sweep.ts'
import { createCampaign } from '#server/outreach/blasts/campaigns.ts'
import { sendDueCampaigns } from '#server/outreach/blasts/send-campaigns.ts'
import { sendDueDigests } from '#server/outreach/digests/send-digests.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import type { Person, TestServer } from '#tests/support/server.ts'
import { AGREED_TO_TEXTS } from '#tests/support/text-consents.ts'
import { HOUSTON, matchingScene } from '../../../matching/matches/scene.ts'
import { addBuyer, type Buyer, sendOffer } from '../../../offers/offers/scene.ts'
import {
  calendar,
  DAY_MS,
  handOver,
  kept,
  type Letter,
  MORNINGS,
  morning,
  SITE,
  type Telling,
} from './received.ts'
import { type AdversaryWorld, areaQuery, centerOf, type House, SECRET, type Victim } from './world.ts'

/** Of so many deals there are open houses, and of so many offers. */
const VISITED = 12
const OFFERED = 4
const DECLINED = 50
/** More matches at once are told as one. */
const TOLD_SINGLY = 3

type Visit = 'called off' | 'moved' | 'full' | 'tomorrow'
const VISITS: readonly Visit[] = ['called off', 'moved', 'full', 'tomorrow']

interface Inbox {
  world: AdversaryWorld
  /** A second account of the adversary's, who gets all there is; the first has circles and searches around each house. */
  ivy: Buyer
  zed: Person
  visits: readonly { victim: Victim; kind: Visit; id: number }[]
}

/** Resolves with what makes everything be sent that can be in one world. */
export async function openInbox(world: AdversaryWorld): Promise<(number: number) => Promise<Letter[]>> {
  const { server, victims, sellers } = world
  const ivy = await addBuyer(server, 'Ivy')
  const zed = await server.addCustomer('Zed')
  for (const seller of sellers) await server.introduce(ivy, seller)
  await wishForAll(server, ivy)
  await watchAll(world, ivy)
  const visits: Inbox['visits'][number][] = []
  for (const victim of victims.slice(VISITED, 2 * VISITED))
    for (const kind of VISITS)
      visits.push({ victim, kind, id: await planVisit(server, { victim, kind, ivy, zed }) })
  const inbox: Inbox = { world, ivy, zed, visits }
  return async (number) => {
    await empty(inbox)
    await world.enter(number)
    return receive(inbox, number)
  }
}

const houseIn = ({ houses }: Victim, number: number): House => houses[number] ?? houses[0]
/** As sellers write of it. */
const named = ({ address, parcel, latitude, longitude }: House): string =>
  `Park at ${address}, parcel ${parcel}, pin ${latitude.toFixed(5)}, ${longitude.toFixed(5)}.`

async function wishForAll({ database: { db } }: TestServer, { id }: Buyer): Promise<void> {
  await db.updateTable('customer_phones').set(AGREED_TO_TEXTS).where('customer_id', '=', id).execute()
  const of = { customer_id: id }
  const wished = [
    ['new_match', 'email'],
    ['price_drop', 'sms'],
    ['saved_search', 'sms'],
    ['deal_status', 'push'],
    ['blast', 'push'],
  ] as const
  await db
    .insertInto('notification_preferences')
    .values(wished.map(([type, channel]) => ({ ...of, type, channel, frequency: 'instant' as const })))
    .execute()
  const { id: session_id } = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('principal_kind', '=', 'customer')
    .where('principal_id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('push_devices')
    .values({ ...of, session_id, endpoint: 'https://push.example/ivy', p256dh: 'p', auth: 'a' })
    .execute()
}

async function watchAll({ server, victims }: AdversaryWorld, ivy: Buyer): Promise<void> {
  const { db } = server.database
  const scene = matchingScene(server)
  await scene.addArea(ivy, { results: [HOUSTON] })
  for (const victim of victims.slice(0, 1))
    await scene.call(ivy, 'POST', '/auth/saved-searches', {
      name: 'All of it',
      query: areaQuery(centerOf(victim), 200_000),
      channels: ['email', 'sms', 'push'],
    })
  const hook = { url: 'https://ivy.example/deals', secret: 'whsec_x' }
  for (const { id } of await db.selectFrom('saved_searches').select('id').execute())
    await db
      .insertInto('search_webhooks')
      .values({ search_id: id, ...hook })
      .execute()
  const of = victims.map((victim) => ({ customer_id: ivy.id, property_id: victim.id }))
  await db
    .insertInto('favourites')
    .values(of.map((one) => ({ ...one, labels: '[]' })))
    .execute()
  const request = { type: 'address_request', state: 'pending' } as const
  await db
    .insertInto('inquiries')
    .values(of.map((one, index) => ({ ...one, ...request, account_id: victims[index]?.accountId ?? 0 })))
    .execute()
}

const later = (days: number) => new Date(Date.now() + days * DAY_MS)
const PLANNED = { starts_at: later(3), ends_at: later(3.1) }
/** An hour after it was planned for. */
const MOVED = { start: later(3.05).toISOString(), end: later(3.1).toISOString() }

interface Planned {
  victim: Victim
  kind: Visit
  ivy: Buyer
  zed: Person
}

async function planVisit({ database: { db } }: TestServer, { victim, kind, ivy, zed }: Planned) {
  const isFull = kind === 'full'
  const counts = { capacity: isFull ? 1 : null, registered_count: 1, waiting_count: isFull ? 1 : 0 }
  const { id } = await db
    .insertInto('open_houses')
    .values({ property_id: victim.id, ...PLANNED, ...counts, time_zone: 'America/Chicago' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people: { customer_id: number; state: 'waiting' | 'registered' }[] = [
    { customer_id: ivy.id, state: isFull ? 'waiting' : 'registered' },
    ...(isFull ? [{ customer_id: zed.id, state: 'registered' as const }] : []),
  ]
  await db
    .insertInto('open_house_registrations')
    .values(people.map((one) => ({ ...one, open_house_id: id, created_at: later(-2) })))
    .execute()
  return id
}

/** As if nothing had been said yet, and everything were about to be. */
async function empty({ world, ivy, zed, visits }: Inbox): Promise<void> {
  const { db } = world.server.database
  for (const table of EMPTIED) await sql`delete from ${sql.table(table)}`.execute(db)
  await db.updateTable('messages').set({ is_read: true }).execute()
  await db.updateTable('matches').set({ is_untold: true }).execute()
  await db.updateTable('saved_searches').set({ known_ids: [], alert_at: null }).execute()
  await sql`update favourites set told_price = 999000, told_status = 7 where customer_id = ${ivy.id}`.execute(
    db,
  )
  const undecided = { state: 'pending', reason: null, decided_at: null } as const
  await db.updateTable('inquiries').set(undecided).where('customer_id', '=', ivy.id).execute()
  await sql`update offers set state = 'withdrawn' where customer_id = ${ivy.id}`.execute(db)
  const negotiated = world.victims.slice(2 * VISITED, 2 * VISITED + OFFERED).map(({ id }) => id)
  await db.updateTable('properties').set({ status: 0 }).where('id', 'in', negotiated).execute()
  for (const { id, kind } of visits) {
    const isFull = kind === 'full'
    const planned = { ...PLANNED, cancelled_at: null, cancel_reason: null, registered_count: 1 }
    await db
      .updateTable('open_houses')
      .set({ ...planned, waiting_count: isFull ? 1 : 0 })
      .where('id', '=', id)
      .execute()
    const people = db.updateTable('open_house_registrations').where('open_house_id', '=', id)
    const state = isFull ? 'waiting' : 'registered'
    await people.set({ state, reminded_at: null }).where('customer_id', '=', ivy.id).execute()
    await people.set({ state: 'registered' }).where('customer_id', '=', zed.id).execute()
  }
}
const EMPTIED = [
  'deliveries',
  'notifications',
  'webhook_deliveries',
  'saved_search_finds',
  'digested_deals',
  'campaign_recipients',
  'campaigns',
] as const

async function receive(inbox: Inbox, number: number): Promise<Letter[]> {
  const { server } = inbox.world
  const { db } = server.database
  const site = SITE
  const telling = {
    db,
    broadcaster: server.broadcaster,
    prefix: 'App',
    site,
    nowMs: () => Date.now() + DAY_MS,
  }
  const messenger = createMessenger({ ...telling, secret: 'a secret for tests only', log: server.app.log })
  await notifyFavouriteChanges(
    telling,
    inbox.world.victims.map(({ id }) => id),
  )
  await notifyDueSearches(telling)
  await notifyEachMatch(inbox, telling)
  for (let day = 0; day < MORNINGS; day++) {
    await sql`update matched_customers set digest_at = to_timestamp(0)`.execute(db)
    await sendDueDigests({ ...telling, messenger, nowMs: () => morning(day) })
  }
  await decline(inbox, number)
  await visit(inbox, number)
  await remindOfVisits(telling, PLANNED.starts_at.getTime() - DAY_MS)
  await negotiate(inbox, { ...telling, messenger })
  await blast(inbox, number)
  const settings = createSettingsReader(db)
  await sendDueCampaigns({
    ...telling,
    messenger,
    listed: createListedDeals({ db, secret: SECRET, nowMs: Date.now }),
    settings: { ...settings, read: async () => ({ ...(await settings.read()), blastsPerBuyer: 10_000 }) },
  })
  return [...(await handOver(server, telling)), ...(await kept(db)), ...(await calendar(inbox.ivy))]
}

/** A few at a time come one by one; then all at once. */
async function notifyEachMatch({ world: { victims }, ivy }: Inbox, telling: Telling): Promise<void> {
  const { db } = telling
  const untold = (ids: readonly number[]) =>
    sql`update matches set is_untold = property_id = any(${ids}::bigint[]) where customer_id = ${ivy.id}`.execute(
      db,
    )
  const ids = victims.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += TOLD_SINGLY) {
    await untold(ids.slice(at, at + TOLD_SINGLY))
    await notifyMatches(telling)
  }
  await untold(ids)
  await notifyMatches(telling)
}

async function put({ world }: Inbox, victim: Victim, path: string, body: unknown) {
  const token = world.sellers.find(({ id }) => id === victim.accountId)?.token ?? ''
  const answer = await world.server.call('PUT', `/account/api${path}`, { token, body })
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** The first of them, each with a reason that names the house. */
async function decline(inbox: Inbox, number: number): Promise<void> {
  const { ivy, world } = inbox
  const of = world.server.database.db.selectFrom('inquiries').select(['id', 'property_id'])
  const requests = await of.where('customer_id', '=', ivy.id).orderBy('id').limit(DECLINED).execute()
  for (const { id, property_id } of requests) {
    const victim = world.victims.find((one) => one.id === property_id)
    if (!victim) continue
    const reason = named(houseIn(victim, number))
    await put(inbox, victim, `/requests/${id}`, { state: 'declined', reason })
  }
}

async function visit(inbox: Inbox, number: number): Promise<void> {
  const { visits, zed, world } = inbox
  const { server } = world
  for (const { id, kind, victim } of visits) {
    const notes = named(houseIn(victim, number))
    const access_notes = { access_notes: notes }
    await server.database.db.updateTable('open_houses').set(access_notes).where('id', '=', id).execute()
    const path = `/open-houses/${id}`
    if (kind === 'called off') await put(inbox, victim, `${path}/cancel`, { reason: notes })
    if (kind === 'moved')
      await put(inbox, victim, path, {
        ...MOVED,
        ...access_notes,
        capacity: null,
        grants_address: false,
        host_id: null,
      })
    if (kind === 'full') await server.call('DELETE', `/customer/api${path}`, { token: zed.token })
  }
}

/** Sent, countered, reminded of, accepted, and over; and one that is declined. */
async function negotiate(inbox: Inbox, deps: Parameters<typeof sweepOffers>[0]): Promise<void> {
  const { ivy, world } = inbox
  for (const victim of world.victims.slice(2 * VISITED, 2 * VISITED + OFFERED)) {
    const { id, version } = await sendOffer(ivy, victim.id)
    const path = `/offers/${id}`
    await put(inbox, victim, path, { action: 'counter', version, terms: { price_cents: 17_000_000 } })
    await sweepOffers(deps, Date.now() + 1.9 * DAY_MS)
    const back = { action: 'counter', version: version + 1, terms: { price_cents: 16_000_000 } }
    await ivy.put(`/offer/${id}`, back)
    const isOver = victim.id % 2 === 0
    await put(inbox, victim, path, { action: isOver ? 'decline' : 'accept', version: version + 2 })
    if (!isOver) await ivy.put(`/offer/${id}`, { action: 'withdraw', version: version + 3 })
  }
}

/** About each deal, and about another deal of the seller's where the house is named. */
async function blast({ world, ivy }: Inbox, number: number): Promise<void> {
  const { db } = world.server.database
  for (const [index, victim] of world.victims.entries()) {
    const { memberId = 0 } = world.sellers.find(({ id }) => id === victim.accountId) ?? {}
    const words = named(houseIn(victim, number))
    const about = victim.neighborId > 0 && index % 2 === 0 ? victim.neighborId : victim.id
    const id = await createCampaign(
      db,
      {
        accountId: victim.accountId,
        memberId,
        kind: 'blast',
        channel: index % 3 === 0 ? 'sms' : 'email',
        subject: `New: ${houseIn(victim, number).address}`,
        message: words,
        propertyIds: [about],
      },
      { idempotency: null, nowMs: Date.now() },
    )
    await db.insertInto('campaign_recipients').values({ campaign_id: id, customer_id: ivy.id }).execute()
    await db.updateTable('campaigns').set({ found_up_to: null }).where('id', '=', id).execute()
  }
}
