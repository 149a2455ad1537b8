/** The clock of offers, wound by hand: what runs out, who is reminded, and that two nodes and a restart do it once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMessenger } from '#server/messaging/messenger.ts'
import { deliverDue } from '#server/notifications/deliveries/deliver.ts'
import type { DeliverDeps } from '#server/notifications/deliveries/delivery.ts'
import type { PendingEffectsDeps } from '#server/offers/offers/after-commit.ts'
import { offersDueSince, sweepOffers } from '#server/offers/offers/sweep.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, sendOffer, threadOf, topUp } from './scene.ts'

const HOUR_MS = 3_600_000
let server: TestServer
let seller: SellerSide
let deps: PendingEffectsDeps & Omit<DeliverDeps, 'nowMs'>
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
  seller = await addSeller(server)
  const { broadcaster, parts } = server
  const { db } = server.database
  const common = {
    db,
    broadcaster,
    prefix: 'App',
    nowMs: Date.now,
    site: { origin: 'https://plat.example' },
    log: server.app.log,
    secret: 'a secret for tests only',
  }
  deps = { ...common, parts, messenger: createMessenger(common) }
})
afterAll(() => server.close())

/** As the rule of the clock does it. */
async function sweepIn(hours: number) {
  const nowMs = Date.now() + hours * HOUR_MS
  return (await offersDueSince(deps.db, nowMs)) === null
    ? { expired: 0, reminded: 0 }
    : sweepOffers(deps, nowMs)
}
const addDeal = () => server.addProperty(seller.id)
const stateOf = async (buyer: Buyer, id: number) => (await buyer.get(`/offer/${id}`)).body.data.state
const mailsTo = async (recipient: string) => {
  await deliverDue({ ...deps, nowMs: () => Date.now() + 100 * HOUR_MS })
  return (
    await server.database.db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).execute()
  ).map((mail) => JSON.stringify(mail))
}
/** Nothing of an earlier test is due any more. */
const settle = () => server.database.db.updateTable('offers').set({ expires_at: null }).execute()

test('an offer nobody answers runs out at its hour, once, and says so in the thread', async () => {
  await settle()
  const buyer = await addBuyer(server)
  const { id } = await sendOffer(buyer, await addDeal(), { answer_hours: 24 })
  expect((await sweepIn(23.9)).expired).toBe(0)
  expect((await sweepIn(24.1)).expired).toBe(1)
  expect((await sweepIn(24.2)).expired).toBe(0)
  expect(await stateOf(buyer, id)).toBe('expired')
  expect(await threadOf(server, buyer.id, seller.id)).toMatchObject([
    { action: 'offer' },
    { type: 'outbound', action: 'offer_expired', body: 'The time to answer ran out.' },
  ])
})

test('two nodes that look at once let each offer run out once', async () => {
  await settle()
  const buyer = await addBuyer(server)
  for (let n = 0; n < 4; n++) await sendOffer(buyer, await addDeal())
  const found = await Promise.all([sweepIn(49), sweepIn(49), sweepIn(49)])
  expect(found.reduce((sum, { expired }) => sum + expired, 0)).toBe(4)
  expect(
    (await threadOf(server, buyer.id, seller.id)).filter(({ action }) => action === 'offer_expired'),
  ).toHaveLength(4)
})

test('an offer that cannot run out is tried again later, so that it never keeps others from it', async () => {
  await settle()
  const { db } = server.database
  const stuck = await addBuyer(server)
  const { id } = await sendOffer(stuck, await addDeal())
  // Its conversation is gone and cannot be opened again.
  await db.deleteFrom('chats').where('customer_id', '=', stuck.id).execute()
  await sql`create function no_chat() returns trigger language plpgsql as 'begin return null; end'`.execute(
    db,
  )
  await sql`create trigger no_chat before insert on chats for each row execute function no_chat()`.execute(db)
  expect((await sweepIn(49)).expired).toBe(0)
  const failed = () =>
    db
      .selectFrom('failed_work')
      .select(['tries'])
      .where('kind', '=', 'offers')
      .where('item', '=', String(id))
      .execute()
  expect(await failed()).toEqual([{ tries: 1 }])
  expect(await offersDueSince(db, Date.now() + 49 * HOUR_MS)).toBeNull()
  await sql`drop function no_chat() cascade`.execute(db)
  expect((await sweepIn(51)).expired).toBe(1)
  expect(await failed()).toEqual([])
})

test('who has to answer is reminded once, when a quarter of the time is left', async () => {
  await settle()
  const buyer = await addBuyer(server)
  const { id, version } = await sendOffer(buyer, await addDeal(), { answer_hours: 24 })
  expect((await sweepIn(17.9)).reminded).toBe(0)
  const before = await mailsTo(seller.email)
  const found = await Promise.all([sweepIn(18.1), sweepIn(18.1)])
  expect(found.reduce((sum, { reminded }) => sum + reminded, 0)).toBe(1)
  expect(await mailsTo(seller.email)).toHaveLength(before.length + 1)
  expect(await mailsTo(buyer.email)).toHaveLength(0)
  await seller.put(`/offers/${id}`, { action: 'counter', version, terms: { answer_hours: 72 } })
  expect((await sweepIn(19)).reminded).toBe(0)
  expect((await sweepIn(54.1)).reminded).toBe(1)
  expect((await mailsTo(buyer.email))[0]).toContain(`https://plat.example/profile/offers?offer=${id}`)
})

test('an accepted offer that is not confirmed in two days frees the deal and its backups', async () => {
  await settle()
  const buyer = await addBuyer(server)
  const other = await addBuyer(server, 'Marcus Reyes')
  const propertyId = await addDeal()
  const { id, version } = await sendOffer(buyer, propertyId)
  const backup = await sendOffer(other, propertyId, { answer_hours: 100 })
  await seller.put(`/offers/${id}`, { action: 'accept', version })
  expect((await sweepIn(48.1)).expired).toBe(1)
  expect(await stateOf(buyer, id)).toBe('expired')
  expect((await other.get(`/offer/${backup.id}`)).body.data).toMatchObject({
    is_backup: false,
    property: { status: 'available' },
  })
})

test('a deal of a suspended seller is taken down when its accepted offer comes to nothing', async () => {
  await settle()
  const [buyer, other] = [await addBuyer(server), await addBuyer(server, 'Marcus Reyes')]
  const suspended = await addSeller(server)
  const propertyId = await server.addProperty(suspended.id)
  const { id, version } = await sendOffer(buyer, propertyId)
  const backup = await sendOffer(other, propertyId, { answer_hours: 100 })
  await suspended.put(`/offers/${id}`, { action: 'accept', version })
  await server.database.db
    .updateTable('accounts')
    .set({ suspended_at: new Date() })
    .where('id', '=', suspended.id)
    .execute()
  expect((await sweepIn(48.1)).expired).toBe(1)
  expect(await stateOf(buyer, id)).toBe('expired')
  expect(await stateOf(other, backup.id)).toBe('expired')
  expect((await server.call('GET', `/customer/api/properties/${propertyId}`)).body.data.listing).toBe(
    'removed',
  )
})

test('an offer whose time is up cannot be answered, even before the clock was looked at', async () => {
  await settle()
  const buyer = await addBuyer(server)
  await topUp(server, buyer.id, 200_000)
  const { id, version } = await sendOffer(buyer, await addDeal())
  await server.database.db
    .updateTable('offers')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  const late = await seller.put(`/offers/${id}`, { action: 'accept', version })
  expect([late.status, late.body.code, late.body.errors]).toEqual([409, 'not_now', { state: ['expired'] }])
  expect(await stateOf(buyer, id)).toBe('expired')
})

test('an expired offer is sent again with one press, with its words and a new clock', async () => {
  await settle()
  const buyer = await addBuyer(server)
  const { id, version } = await sendOffer(buyer, await addDeal())
  await sweepIn(49)
  const again = await buyer.put(`/offer/${id}`, { action: 'resend', version: version + 1 })
  expect(again.body.data).toMatchObject({ id, state: 'submitted', price: 150_000 })
  expect((await sweepIn(47)).expired).toBe(0)
})
