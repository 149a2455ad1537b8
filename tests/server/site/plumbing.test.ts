import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { UI_EVENT_CALLS_PER_MINUTE } from '#shared/contract/limits.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let seller: Seller
let buyer: Person
let property: number

beforeAll(async () => {
  server = await startTestServer({
    parts: { scripts: { supportChat: { src: 'https://chat.example/widget.js', appId: 'a1' } } },
  })
  seller = await server.addAccount()
  buyer = await server.addCustomer()
  property = await server.addProperty(seller.id)
})
beforeEach(async () => {
  await server.database.db.deleteFrom('ui_events').execute()
})
afterAll(() => server.close())

const AT = '2026-01-05T10:00:00.000Z'
const event = (given: Record<string, unknown> = {}) => ({
  event_type_slug: 'property_viewed',
  session_id: 'session-one',
  userId: null,
  lastActivity: AT,
  createdAt: AT,
  activityStart: AT,
  property_id: property,
  ...given,
})
const send = (
  events: unknown[],
  { token, headers }: { token?: string; headers?: Record<string, string> } = {},
) =>
  server.call('POST', '/ui-events', {
    body: { events },
    ...(token ? { token } : {}),
    ...(headers ? { headers } : {}),
  })
const kept = () =>
  server.database.db
    .selectFrom('ui_events')
    .select(['event_type_slug', 'session_id', 'customer_id', 'property_id', 'image_id'])
    .orderBy('id')
    .execute()

test('the settings say fee, limit and scripts, and nothing secret', async () => {
  const { status, body } = await server.call('GET', '/customer/api/configs')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    platform_fee: 997,
    offers_per_deposit_limit: 4,
    social_networks: [],
    scripts: { support_chat: { src: 'https://chat.example/widget.js', app_id: 'a1' }, billing: null },
  })
  expect(Object.keys(body).sort()).toEqual([
    'billing',
    'deposit_amount_cents',
    'maps',
    'offers_per_deposit_limit',
    'platform_fee',
    'postal_address',
    'scripts',
    'social_networks',
    'support',
    'terms_version',
    'top_up',
  ])
})

test('each dictionary is a list of options with an id of its own', async () => {
  const { body } = await server.call('GET', '/customer/api/dictionaries')
  for (const name of ['propertyTypes', 'parkingTypes', 'propertyTags']) {
    const ids = body[name].map((option: { id: number }) => option.id)
    expect(ids.length, name).toBeGreaterThan(3)
    expect(new Set(ids).size, name).toBe(ids.length)
  }
})

test('a view counts once per session however often it is reported', async () => {
  expect((await send([event(), event()])).status).toBe(204)
  await send([event()])
  await send([event({ session_id: 'session-two' })])
  expect((await kept()).map((row) => row.session_id)).toEqual(['session-one', 'session-two'])
})

test('an image counts apart from its property and from other images', async () => {
  const image = { event_type_slug: 'property_image_viewed' }
  await send([event(), event({ ...image, image_id: 1 }), event({ ...image, image_id: 2 })])
  expect((await kept()).map((row) => row.image_id)).toEqual([null, 1, 2])
})

test.each(['text/plain;charset=UTF-8', 'application/json'])('a beacon may come as %s', async (type) => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/ui-events',
    headers: { 'content-type': type },
    payload: JSON.stringify({ events: [event()] }),
  })
  expect(response.statusCode).toBe(204)
  expect(await kept()).toHaveLength(1)
})

test('plain text is read for beacons and nowhere else', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/customer/api/login',
    headers: { 'content-type': 'text/plain' },
    payload: '{}',
  })
  expect([404, 415]).toContain(response.statusCode)
})

test('the customer of a view is the one of the session', async () => {
  await send([event({ userId: buyer.id })], { token: buyer.token })
  expect(await kept()).toMatchObject([{ customer_id: buyer.id }])
})

test('a view that names somebody else is counted for nobody', async () => {
  const other = await server.addCustomer()
  await send([event({ userId: other.id })], { token: buyer.token })
  await send([event({ userId: buyer.id, session_id: 'session-two' })])
  expect((await kept()).map((row) => row.customer_id)).toEqual([null, null])
})

test('a beacon with the session cookie and without the CSRF header counts for its customer', async () => {
  await send([event({ userId: buyer.id })], { headers: { cookie: `plat_session=${buyer.token}` } })
  expect(await kept()).toMatchObject([{ customer_id: buyer.id }])
})

test('staff who happen to have the id of a seller’s person are not taken for that person', async () => {
  const staff = { id: seller.memberId, name: 'Avery', email: 'avery@plat.example' }
  await server.database.db.insertInto('staff').values(staff).execute()
  const wanted = { kind: 'staff', purpose: 'console', lifetimeMs: 60_000 } as const
  const { token } = await issue(server.database.db, { ...wanted, principalId: staff.id })
  await send([event()], { token })
  expect(await kept()).toMatchObject([{ property_id: property, customer_id: null }])
})

test('a seller looking at the own deal is not counted, at another deal is', async () => {
  const other = await server.addAccount('Other')
  const theirs = await server.addProperty(other.id)
  await send([event(), event({ property_id: theirs })], { token: seller.token })
  expect((await kept()).map((row) => row.property_id)).toEqual([theirs])
})

test.each(['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5', 'facebookexternalhit/1.1', ''])(
  'the program %o is not counted',
  async (agent) => {
    expect((await send([event()], { headers: { 'user-agent': agent } })).status).toBe(204)
    expect(await kept()).toEqual([])
  },
)

test('a person with a browser is counted', async () => {
  await send([event()], { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' } })
  expect(await kept()).toHaveLength(1)
})

test('one bad event does not take the others with it', async () => {
  await send([event({ lastActivity: 'yesterday' }), event({ property_id: 999_999 }), event()])
  expect(await kept()).toHaveLength(1)
})

test.each([
  ['no events', { events: [] }],
  ['an unknown kind', { events: [event({ event_type_slug: 'clicked' })] }],
  ['no body', undefined],
])('%s is refused', async (_name, body) => {
  expect((await server.call('POST', '/ui-events', { ...(body ? { body } : {}) })).status).toBe(422)
})

test('a flood of reports is stopped by its network, however many addresses that has', async () => {
  const flooded = await startTestServer({ trustProxy: true })
  const report = (ip: string) =>
    flooded.call('POST', '/ui-events', {
      body: { events: [event({ property_id: 999_999 })] },
      headers: { 'x-forwarded-for': ip },
    })
  for (let n = 1; n <= UI_EVENT_CALLS_PER_MINUTE; n++) await report(`2001:db8:1:1::${n.toString(16)}`)
  const last = await report('2001:db8:1:1:ffff::1')
  const elsewhere = await report('2001:db8:1:2::1')
  await flooded.close()
  expect([last.status, elsewhere.status]).toEqual([429, 204])
})
