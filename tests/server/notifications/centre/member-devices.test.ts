/** Notices on the devices of a seller's people: one of each kind with the link to its place, and when there are none. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createMessenger } from '#server/messaging/messenger.ts'
import { sweepOffers } from '#server/offers/offers/sweep.ts'
import { EMBEDDED_PARTS } from '#server/providers/providers.ts'
import { publishDue } from '#server/sellers/reviews/publish.ts'
import { links } from '#shared/contract/pages.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, sendOffer } from '../../offers/offers/scene.ts'
import { createDevice, startPushService } from '../../providers/push/push-service.ts'
import { addOpenHouse, HOUR_MS, MINUTE_MS, notificationScene } from './scene.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let seller: SellerSide
let buyer: Buyer
let scene: ReturnType<typeof notificationScene>
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({
    limits: { offerCallsPerMinute: 10_000 },
    parts: { ...EMBEDDED_PARTS, push: { alsoHosts: [service.host] } },
    publicUrl: 'https://plat.test',
  })
})
beforeEach(async () => {
  service.taken.length = 0
  seller = await addSeller(server)
  buyer = await addBuyer(server)
  scene = notificationScene(server)
  scene.clock.nowMs = Date.now() + MINUTE_MS
  await seller.put('/notification-preferences', { quiet_hours: { from: null, until: null } })
})
afterAll(async () => {
  await server.close()
  await service.close()
})

let added = 0
async function addDevice(who: Pick<SellerSide, 'put'>) {
  const path = `/member-device/${++added}`
  const device = createDevice(`http://${service.host}${path}`)
  const { status } = await who.put('/push-devices', device.subscription)
  const received = () =>
    service.taken.filter((one) => one.path === path).map(({ body }) => device.read(body) as Notice)
  return { ...device, path, status, received }
}

interface Notice {
  title: string
  body: string | null
  url: string
  tag: string
}

const house = '412 Live Oak St, Waco, TX 76701'
const db = () => server.database.db

/** A deal whose address a buyer has to ask for. */
async function addHidden(): Promise<number> {
  const id = await server.addProperty(seller.id)
  await db().updateTable('properties').set({ address_rule: 'manual' }).where('id', '=', id).execute()
  return id
}

const ask = async (type: string) =>
  buyer.post('/inquiry', { type, property_id: await addHidden(), message: 'Is it vacant?' })

interface Kind {
  type: string
  /** What happened, and the place in the seller's app where it can be seen. */
  happen: () => Promise<string>
  title: string
}

const conversation = () => links.seller({ kind: 'conversation', customerId: buyer.id })
const placeOfOffer = (offerId: number) => links.seller({ kind: 'offers', propertyId: null, offerId })

const KINDS: readonly Kind[] = [
  {
    type: 'offer',
    async happen() {
      return placeOfOffer((await sendOffer(buyer, await server.addProperty(seller.id))).id)
    },
    title: `New offer: $150,000 on ${house}`,
  },
  {
    type: 'offer_expiring',
    async happen() {
      const { id } = await sendOffer(buyer, await server.addProperty(seller.id), { answer_hours: 48 })
      await seller.put('/notification-preferences', {
        cells: [{ type: 'offer', channel: 'push', frequency: 'off' }],
      })
      await remind()
      return placeOfOffer(id)
    },
    title: `An offer is waiting for your answer: ${house}`,
  },
  {
    type: 'address_request',
    async happen() {
      await ask('address_request')
      return conversation()
    },
    title: `Dana Whitfield asks for the address of ${house}`,
  },
  {
    type: 'question',
    async happen() {
      await ask('inquiry')
      return conversation()
    },
    title: `Dana Whitfield has a question about ${house}`,
  },
  {
    type: 'open_house',
    async happen() {
      const propertyId = await server.addProperty(seller.id)
      await buyer.put(`/open-houses/${await addOpenHouse(server, propertyId)}`)
      return links.seller({ kind: 'deal', id: propertyId })
    },
    title: `Dana Whitfield is coming to your open house at ${house}`,
  },
  {
    type: 'message',
    async happen() {
      await server.introduce(buyer, seller)
      const thread = `/customers/${buyer.id}/accounts/${seller.id}/text-messages`
      await buyer.post(thread, { message: 'Are you there?' })
      scene.clock.nowMs = Date.now() + MINUTE_MS + 1000
      return conversation()
    },
    title: 'Dana Whitfield wrote to you',
  },
]

/** As the rule of the clock does it, an hour before the end of the time to answer. */
async function remind(): Promise<void> {
  const deps = { ...scene.deps, log: server.app.log }
  await sweepOffers(
    { ...deps, messenger: createMessenger({ ...deps, secret: 'a secret for tests only' }) },
    Date.now() + 47 * HOUR_MS,
  )
}

describe('a member’s device gets', () => {
  it.each(KINDS)('$type: a notice with the link to its place', async ({ happen, title }) => {
    const { status, received } = await addDevice(seller)
    expect(status).toBe(200)
    const url = await happen()
    await scene.deliver()
    expect(received()).toMatchObject([{ title, url }])
  })

  it('reviews only once they are chosen', async () => {
    const { received } = await addDevice(seller)
    const publish = async () => {
      await db()
        .insertInto('reviews')
        .values({
          about: 'account',
          account_id: seller.id,
          customer_id: (await addBuyer(server)).id,
          rating: 4,
          scores: '{}',
          content: 'They answered within the hour.',
          published_at: new Date(Date.now() - MINUTE_MS),
        })
        .execute()
      const background = { run: (_what: string, work: () => Promise<unknown>) => void work() }
      await publishDue({ ...scene.deps, parts: server.parts, background }, Date.now())
      await scene.deliver()
    }
    await publish()
    expect(received()).toEqual([])
    await turn('review', 'instant')
    await publish()
    expect(received()).toMatchObject([
      { title: 'A buyer reviewed you', url: links.seller({ kind: 'reviews' }) },
    ])
  })
})

test('a message is shown once it was unread for a minute, and not if it was read before', async () => {
  const { received } = await addDevice(seller)
  await server.introduce(buyer, seller)
  const say = (message: string) =>
    buyer.post(`/customers/${buyer.id}/accounts/${seller.id}/text-messages`, { message })
  await say('Hello')
  await seller.put(`/customers/${buyer.id}/read-state`)
  await say('Are you there?')
  scene.clock.nowMs = Date.now() + MINUTE_MS - 10_000
  await scene.deliver()
  expect(received()).toEqual([])
  scene.clock.nowMs = Date.now() + MINUTE_MS + 1000
  await scene.deliver()
  expect(received()).toHaveLength(1)
})

const turn = (type: string, frequency: string) =>
  seller.put('/notification-preferences', { cells: [{ type, channel: 'push', frequency }] })
const offer = async () => sendOffer(await addBuyer(server), await server.addProperty(seller.id))
const devices = async (who: Pick<SellerSide, 'get'> = seller) =>
  (await who.get('/notification-preferences')).body.data.devices

test('each member’s devices are their own, and a kind that was turned off does not come', async () => {
  const { received } = await addDevice(seller)
  const colleague = await addSeller(server)
  await db()
    .updateTable('account_members')
    .set({ account_id: seller.id })
    .where('id', '=', colleague.memberId)
    .execute()
  expect([await devices(), await devices(colleague)]).toEqual([1, 0])
  await turn('offer', 'off')
  await offer()
  await scene.deliver()
  expect(received()).toEqual([])
})

test('a notice waits for the end of the member’s quiet hours', async () => {
  const { received } = await addDevice(seller)
  await seller.put('/notification-preferences', {
    quiet_hours: { from: '00:00', until: '23:30' },
    time_zone: 'Pacific/Honolulu',
  })
  scene.clock.nowMs = Date.parse('2031-03-06T12:00:00-10:00')
  await offer()
  await scene.deliver()
  expect(received()).toEqual([])
  scene.clock.nowMs = Date.parse('2031-03-06T23:31:00-10:00')
  await scene.deliver()
  expect(received()).toHaveLength(1)
})

test('a device that is gone is forgotten', async () => {
  const { path } = await addDevice(seller)
  service.answer(path, 410)
  await offer()
  await scene.deliver()
  expect(await devices()).toBe(0)
})

test('a device that was turned off gets nothing, and nobody else can turn it off', async () => {
  const { subscription, received } = await addDevice(seller)
  const stranger = await addSeller(server)
  const { endpoint } = subscription
  await stranger.post('/push-devices/remove', { endpoint })
  await buyer.post('/auth/push-devices/remove', { endpoint })
  expect(await devices()).toBe(1)
  for (let n = 0; n < 2; n++)
    expect((await seller.post('/push-devices/remove', { endpoint })).status).toBe(200)
  await offer()
  await scene.deliver()
  expect(received()).toEqual([])
})

test('a browser belongs to who turned notices on last, be it a seller or a buyer', async () => {
  const { subscription } = await addDevice(seller)
  expect((await buyer.put('/auth/push-devices', subscription)).status).toBe(200)
  expect(await devices()).toBe(0)
  await seller.put('/push-devices', subscription)
  expect(await devices()).toBe(1)
  expect((await buyer.get('/auth/notification-preferences')).body.data.devices).toBe(0)
})

test.each([
  ['logged out', () => server.call('POST', '/account/api/auth/logout', { token: seller.token })],
  [
    'did not use the seller app for longer than a login lasts',
    () =>
      db()
        .updateTable('access_tokens')
        .set({ idle_seconds: 60, last_used_at: new Date(Date.now() - HOUR_MS) })
        .where('principal_kind', '=', 'member')
        .where('principal_id', '=', seller.memberId)
        .execute(),
  ],
  ['was deleted', () => db().deleteFrom('account_members').where('id', '=', seller.memberId).execute()],
  [
    'belongs to a suspended account',
    () =>
      db().updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', seller.id).execute(),
  ],
])('a person who %s gets nothing, not even what was waiting', async (_why, end) => {
  const { received } = await addDevice(seller)
  await offer()
  await end()
  await scene.deliver()
  expect(received()).toEqual([])
})

test('a person who is paused gets nothing, neither a notice nor a mail that was waiting', async () => {
  const owner = await addSeller(server)
  await db()
    .updateTable('account_members')
    .set({ account_id: seller.id, role: 'administrator' })
    .where('id', '=', owner.memberId)
    .execute()
  const { received } = await addDevice(seller)
  await offer()
  expect((await owner.put(`/members/${seller.memberId}/pause`, { is_paused: true })).status).toBe(200)
  await scene.deliver()
  expect(received()).toEqual([])
  expect(await sentTo(server, 'mail', seller.email)).toEqual([])
})

test('addresses that no push service has are refused', async () => {
  const { subscription } = createDevice('http://169.254.169.254/latest')
  expect((await seller.put('/push-devices', subscription)).status).toBe(422)
})

test('a long question is cut to what a device shows', async () => {
  const { received } = await addDevice(seller)
  const message = `Is it vacant? ${'😀'.repeat(480)}`
  const question = { type: 'inquiry', property_id: await addHidden(), message }
  expect((await buyer.post('/inquiry', question)).status).toBe(200)
  await scene.deliver()
  const [notice] = received()
  expect(notice?.body).toMatch(/^Is it vacant\? .*…$/)
  expect(notice?.body?.length).toBeLessThanOrEqual(140)
})
