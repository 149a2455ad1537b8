/** One request followed through the log: its id is in the lines of what it causes later, on another node. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverCalls } from '#server/matching/webhooks/deliver-calls.ts'
import { deliverDue } from '#server/notifications/deliveries/deliver.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { COMPLETE, editorOf } from '../../deals/listing/scene.ts'
import { matchingScene, upTo } from '../../matching/matches/scene.ts'
import { notificationScene } from '../../notifications/centre/scene.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, TERMS } from '../../offers/offers/scene.ts'

const HOUR_MS = 3_600_000
/** The worker looks for work every two seconds. */
const SLOW = { timeout: 50_000, interval: 100 }
const JOURNEY_MS = 180_000

let receiver: Server
let url: string
let answer = 200
/** Answers calls and does no jobs. */
let web: TestServer
/** Does the jobs from when it listens. */
let worker: TestServer
let seller: SellerSide
let buyer: Buyer
beforeAll(async () => {
  receiver = createServer((_request, reply) => reply.writeHead(answer).end())
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  url = `http://${host}/deals`
  const database = await openTestDatabase()
  const settings = {
    trustProxy: true,
    parts: { webhooks: { alsoHosts: [host] } },
    limits: { matchQuietMs: 0 },
  }
  web = await startTestServer({ ...settings, database: { ...database, close: async () => {} } })
  worker = await startTestServer({ ...settings, database })
  seller = await addSeller(web)
  buyer = await addBuyer(web)
})
afterAll(async () => {
  await web.close({ graceMs: 0 })
  await worker.close({ graceMs: 0 })
  receiver.close()
})

/** Lines of the worker with this id: what each says, and how it went. */
const linesAbout = (id: string): unknown[][] =>
  worker.lines
    .map((line) => JSON.parse(line))
    .filter(({ reqId }) => reqId === id)
    .map(({ msg, channel, outcome, status }) => [msg, channel ?? status, ...(outcome ? [outcome] : [])])

/** A search that alerts at once and has a webhook. */
async function saveSearch(who: Person): Promise<number> {
  const path = '/customer/api/auth/saved-searches'
  const query = `price=${COMPLETE.price}-${COMPLETE.price}`
  const body = { name: 'Flips', query, alert: 'instant', channels: ['email'] }
  const { id } = (await web.call('POST', path, { token: who.token, body })).body.data
  await web.call('PUT', `${path}/${id}/webhook`, { token: who.token, body: { url } })
  return id
}

const DOWN = {
  send: async () => {
    throw new Error('The mail server did not answer.')
  },
  close: async () => {},
}
/** One run of the worker's jobs, at a time of the database's clock. */
async function work(aheadMs: number, parts = worker.parts) {
  const common = {
    db: worker.database.db,
    broadcaster: worker.broadcaster,
    prefix: 'App',
    nowMs: () => worker.database.clock.now() + aheadMs,
    site: { origin: 'https://plat.example' },
    log: worker.app.log,
  }
  await deliverDue({ ...common, parts, secret: 'a secret for tests only' })
  await deliverCalls({ ...common, caller: worker.parts.webhooks })
}

const listen = async () =>
  void (worker.app.server.listening || (await worker.app.listen({ port: 0, host: '127.0.0.1' })))

const offer = (id: string, propertyId: number) =>
  buyer.post(
    '/offer',
    { property_id: propertyId, terms: TERMS, proof_id: buyer.proofId },
    { 'x-request-id': id },
  )

it('is in the lines of tries that fail, and of those that succeed later', async () => {
  const search = await saveSearch(buyer)
  answer = 500
  const made = await offer('retried-offer-1', await web.addProperty(seller.id))
  const tested = await web.call('POST', `/customer/api/auth/saved-searches/${search}/webhook/test`, {
    token: buyer.token,
    headers: { 'x-request-id': 'retried-call-1' },
  })
  expect([made.status, tested.status]).toEqual([201, 200])
  await work(HOUR_MS, { ...worker.parts, mailer: DOWN })
  answer = 200
  await work(3 * HOUR_MS)
  expect(linesAbout('retried-offer-1')).toEqual([
    ['something was not delivered', 'email', 'failed'],
    ['delivery', 'email', 'sent'],
  ])
  expect(linesAbout('retried-call-1')).toEqual([
    ['a webhook call was not taken', 500],
    ['webhook call', 200],
  ])
})

it(
  'goes with an offer to the seller’s mail',
  async () => {
    await listen()
    expect((await offer('journey-offer-1', await web.addProperty(seller.id))).status).toBe(201)
    await expect.poll(() => linesAbout('journey-offer-1'), SLOW).toEqual([['delivery', 'email', 'sent']])
  },
  JOURNEY_MS,
)

it(
  'goes with a new deal to the webhook and the mail of a saved search',
  async () => {
    await listen()
    const dana = await web.addCustomer()
    await saveSearch(dana)
    const { id } = await editorOf(web, seller).create(COMPLETE)
    const published = await web.call('POST', `/account/api/deals/${id}/publish`, {
      token: seller.token,
      body: {},
      headers: { 'x-request-id': 'journey-deal-1' },
    })
    expect(published.status).toBe(200)
    await expect
      .poll(() => linesAbout('journey-deal-1'), SLOW)
      .toEqual(
        expect.arrayContaining([
          ['webhook call', 200],
          ['delivery', 'email', 'sent'],
        ]),
      )
  },
  JOURNEY_MS,
)

it(
  'goes with a blast to the mail of each buyer',
  async () => {
    await listen()
    await web.introduce(buyer, seller)
    const sent = await web.call('POST', '/account/api/blasts', {
      token: seller.token,
      body: { channel: 'email', message: 'New in Waco' },
      headers: { 'x-request-id': 'journey-blast-1' },
    })
    expect(sent.status).toBe(201)
    // It may wait for the morning.
    const mails = web.database.db.selectFrom('deliveries').select(['channel', 'request_id'])
    await expect
      .poll(() => mails.where('customer_id', '=', buyer.id).where('type', '=', 'blast').execute(), SLOW)
      .toEqual([{ channel: 'email', request_id: 'journey-blast-1' }])
  },
  JOURNEY_MS,
)

/** What waits for this person, each with the request it came from. */
const waitingFor = async (kind: 'customer_id' | 'member_id', id: number) =>
  (
    await web.database.db
      .selectFrom('deliveries')
      .select(['type', 'channel', 'request_id'])
      .where(kind, '=', id)
      .orderBy('type')
      .orderBy('channel')
      .execute()
  ).map(({ type, channel, request_id }) => [type, channel, request_id])

it(
  'goes with a deal to the mails and texts of a match and a lower price, and to the mail of another status',
  async () => {
    await listen()
    const scene = notificationScene(web)
    const kim = await matchingScene(web).buyer([upTo(200_000)])
    await scene.addNumber(kim, '+18325550142')
    const types = ['new_match', 'price_drop']
    const cells = types.flatMap((type) =>
      ['email', 'sms'].map((channel) => ({ type, channel, frequency: 'instant' })),
    )
    expect((await scene.set(kim, { cells })).status).toBe(200)
    const asSeller = (method: 'POST' | 'PUT', path: string, body: object, id: string) =>
      web.call(method, `/account/api${path}`, {
        token: seller.token,
        body,
        headers: { 'x-request-id': id },
      })

    const { id } = await editorOf(web, seller).create({ ...COMPLETE, address: '418 Live Oak St' })
    await asSeller('POST', `/deals/${id}/publish`, {}, 'notices-match-1')
    const match = [
      ['new_match', 'email', 'notices-match-1'],
      ['new_match', 'sms', 'notices-match-1'],
    ]
    await expect.poll(() => waitingFor('customer_id', kim.id), SLOW).toEqual(match)

    const kept = { token: kim.token, body: { property_id: id } }
    await web.call('POST', '/customer/api/properties/favourites', kept)
    await asSeller('PUT', `/deals/${id}`, { price: 170_000 }, 'notices-price-1')
    const price = [
      ['price_drop', 'email', 'notices-price-1'],
      ['price_drop', 'sms', 'notices-price-1'],
    ]
    await expect.poll(() => waitingFor('customer_id', kim.id), SLOW).toEqual([...match, ...price])

    await asSeller('PUT', `/properties/${id}/status`, { status: 'pending' }, 'notices-status-1')
    const status = [['deal_status', 'email', 'notices-status-1']]
    await expect.poll(() => waitingFor('customer_id', kim.id), SLOW).toEqual([...status, ...match, ...price])
    // First the worker: a run of the jobs a day ahead would take a delivery in progress for an abandoned one and send it again.
    for (const id of ['notices-match-1', 'notices-price-1', 'notices-status-1'])
      await expect.poll(() => linesAbout(id), SLOW).toContainEqual(['delivery', 'email', 'sent'])
    // Texts wait for the morning, which is one of the two.
    await work(24 * HOUR_MS)
    await work(36 * HOUR_MS)
    const ofBoth = expect.arrayContaining([
      ['delivery', 'email', 'sent'],
      ['delivery', 'sms', 'sent'],
    ])
    await expect.poll(() => linesAbout('notices-match-1'), SLOW).toEqual(ofBoth)
    await expect.poll(() => linesAbout('notices-price-1'), SLOW).toEqual(ofBoth)
    expect(linesAbout('notices-status-1')).toEqual([['delivery', 'email', 'sent']])
  },
  JOURNEY_MS,
)

it(
  'goes with the first of a day’s offers to a member’s daily summary',
  async () => {
    const quiet = await addSeller(web)
    const daily = { cells: [{ type: 'offer', channel: 'email', frequency: 'daily' }] }
    const set = { token: quiet.token, body: daily }
    expect((await web.call('PUT', '/account/api/notification-preferences', set)).status).toBe(200)
    for (const id of ['summary-offer-1', 'summary-offer-2'])
      expect((await offer(id, await web.addProperty(quiet.id))).status).toBe(201)
    const summary = [['offer', 'email', 'summary-offer-1']]
    expect(await waitingFor('member_id', quiet.memberId)).toEqual(summary)
    await work(48 * HOUR_MS)
    expect(linesAbout('summary-offer-1')).toEqual([['delivery', 'email', 'sent']])
  },
  JOURNEY_MS,
)
