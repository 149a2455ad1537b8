/** Sales that a page shows, figures, open houses, and what a status changed by hand does to offers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  PASSWORD,
  type Person,
  type Seller,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'
import { COMPLETE, editorOf } from './scene.ts'

let server: TestServer
let seller: Seller
let buyer: Person
let editor: ReturnType<typeof editorOf>
let id: number
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount()
  buyer = await server.addCustomer()
  editor = editorOf(server, seller)
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  id = (await editor.create(COMPLETE)).id
  await editor.publish(id)
})

const path = (more: string) => `/account/api/deals/${id}${more}`
const pageOf = async () => (await server.call('GET', `/customer/api/properties/${id}`)).body.data
const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const visit = (more: object = {}) => ({
  start: at(48),
  end: at(50),
  capacity: null,
  access_notes: null,
  grants_address: false,
  host_id: null,
  ...more,
})

describe('the sales near a deal', () => {
  it('are all shown until the seller picks some, and then those', async () => {
    const { sales, are_all_shown: areAll } = (await editor.call('GET', path('/comparables'))).body.data
    expect(areAll).toBe(true)
    expect((await pageOf()).comparables).toHaveLength(sales.length)
    const keys = sales.slice(0, 2).map(({ key }: { key: string }) => key)
    await editor.call('PUT', path('/comparables'), { keys })
    expect((await pageOf()).comparables.map(({ address }: { address: string }) => address).sort()).toEqual(
      sales
        .slice(0, 2)
        .map(({ address }: { address: string }) => address)
        .sort(),
    )
    await editor.call('PUT', path('/comparables'), { keys: null })
    expect((await pageOf()).comparables).toHaveLength(sales.length)
  })

  it('refuse one that nobody knows, and are looked for anew when the house has another size', async () => {
    expect((await editor.call('PUT', path('/comparables'), { keys: ['made-up'] })).status).toBe(422)
    const before = (await editor.call('GET', path('/comparables'))).body.data.sales
    await editor.call('PUT', path('/comparables'), { keys: [before[0].key] })
    await editor.save(id, { sqft: 3200 })
    const after = (await editor.call('GET', path('/comparables'))).body.data
    expect(after.are_all_shown).toBe(true)
    expect(after.sales).not.toEqual(before)
  })
})

describe('the figures of a deal', () => {
  it('count what buyers looked at and did, and not what the seller did', async () => {
    const now = new Date().toISOString()
    const view = {
      event_type_slug: 'property_viewed',
      property_id: id,
      activityStart: now,
      lastActivity: now,
      createdAt: now,
    }
    const looked = (session_id: string, token?: string, userId?: number) =>
      server.call('POST', '/ui-events', {
        ...(token ? { token } : {}),
        body: { events: [{ ...view, session_id, userId: userId ?? null }] },
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
      })
    const answers = [
      await looked('session-one', buyer.token, buyer.id),
      await looked('session-two'),
      await looked('session-own', seller.token),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    await server.call('POST', '/customer/api/favourites', { token: buyer.token, body: { property_id: id } })
    const { body } = await editor.call('GET', path('/figures'))
    expect(body.data).toMatchObject({ views: 2, viewers: 1, offers: 0, address_requests: 0 })
    expect(body.data.days).toHaveLength(30)
    expect(body.data.days.at(-1)).toMatchObject({ views: 2 })
  })
})

describe('an open house', () => {
  it('is planned in the deal’s time zone and stands in the list', async () => {
    const { status, body } = await editor.call('POST', path('/open-houses'), visit({ capacity: 4 }))
    expect([status, body.data.tz, body.data.capacity]).toEqual([201, 'America/Chicago', 4])
    const { columns, data } = (await server.call('GET', '/customer/api/properties')).body
    const row = data.find((one: unknown[]) => one[0] === id)
    expect(row[columns.indexOf('open_house_at')]).toBe(Math.floor(Date.parse(body.data.start) / 1000))
  })

  it.each([
    ['hidden', false, 'America/Chicago'],
    ['shown', true, 'America/Denver'],
  ])(
    'of a deal without a time zone whose street is %s has the zone that everybody may know',
    async (_, is_street_shown, zone) => {
      const place = { state: 'TX', longitude: -106.4, time_zone: null, is_street_shown }
      await server.database.db.updateTable('properties').set(place).where('id', '=', id).execute()
      const { status, body } = await editor.call('POST', path('/open-houses'), visit())
      expect([status, body.data.tz]).toEqual([201, zone])
    },
  )

  it.each([
    ['begins in the past', { start: at(-2), end: at(2) }, 'start'],
    ['ends before it begins', { end: at(1) }, 'end'],
    ['lasts for days', { end: at(90) }, 'end'],
    ['has a host of nobody', { host_id: 999_999_999 }, 'host_id'],
  ])('is refused when it %s', async (_what, more, field) => {
    const { status, body } = await editor.call('POST', path('/open-houses'), visit(more))
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('with another time is told to who is coming, and keeps the places that are taken', async () => {
    const house = (await editor.call('POST', path('/open-houses'), visit({ capacity: 5 }))).body.data
    await server.introduce(buyer, seller)
    for (const who of [buyer, await server.addCustomer()])
      await server.call('PUT', `/customer/api/open-houses/${house.id}`, { token: who.token, body: {} })
    const url = `/account/api/open-houses/${house.id}`
    const few = await editor.call('PUT', url, {
      ...visit({ capacity: 1 }),
      start: house.start,
      end: house.end,
    })
    expect([few.status, Object.keys(few.body.errors)]).toEqual([422, ['capacity']])
    server.said.length = 0
    await editor.call('PUT', url, visit({ start: at(72), end: at(74), capacity: 5 }))
    const told = server.said.filter(({ event }) => event === 'TextMessageOutboundSent')
    expect(JSON.stringify(told)).toContain('The time of the open house has changed')
    expect(server.said.map(({ event }) => event)).toContain('OpenHouseUpdated')
    await editor.call('PUT', `${url}/cancel`, {})
    expect((await editor.call('PUT', url, visit())).body.code).toBe('cancelled')
  })
})

/** What was broadcast to the account about open houses since the last call. */
const broadcasts = () =>
  server.said.splice(0).flatMap((one) => {
    const isToAccount = one.channel === `App.Models.Account.${seller.id}`
    return isToAccount && one.event === 'OpenHouseUpdated' ? [one.payload] : []
  })

it('Planning, changing or canceling an open house, and each place in it, is broadcast to the account without names', async () => {
  await server.introduce(buyer, seller)
  broadcasts()
  const house = (await editor.call('POST', path('/open-houses'), visit({ capacity: 1 }))).body.data
  const news = { id: house.id, property_id: id }
  expect(broadcasts()).toEqual([news])
  const place = { token: buyer.token, body: {} }
  await server.call('PUT', `/customer/api/open-houses/${house.id}`, place)
  expect(broadcasts()).toEqual([news])
  await server.call('DELETE', `/customer/api/open-houses/${house.id}`, place)
  expect(broadcasts()).toEqual([news])
  const url = `/account/api/open-houses/${house.id}`
  await editor.call('PUT', url, visit({ capacity: 3 }))
  expect(broadcasts()).toEqual([news])
  await editor.call('PUT', `${url}/cancel`, {})
  expect(broadcasts()).toEqual([news])
})

it('the account gets an event for each open house that a buyer who deletes their account was in', async () => {
  const [dana, other] = [await server.addCustomer(), await server.addCustomer()]
  const plan = async () =>
    (await editor.call('POST', path('/open-houses'), visit({ capacity: 1 }))).body.data.id as number
  const [coming, waiting, came, left] = [await plan(), await plan(), await plan(), await plan()]
  const url = (house: number) => `/customer/api/open-houses/${house}`
  await server.call('PUT', url(waiting), { token: other.token, body: {} })
  for (const house of [coming, waiting, came, left])
    await server.call('PUT', url(house), { token: dana.token, body: { waiting_list: true } })
  await server.call('DELETE', url(left), { token: dana.token })
  // A seller sees for a day who came.
  const over = { starts_at: new Date(at(-2)), ends_at: new Date(at(-1)) }
  await server.database.db.updateTable('open_houses').set(over).where('id', '=', came).execute()
  broadcasts()
  const gone = await server.call('POST', '/customer/api/auth/delete-account', {
    token: dana.token,
    body: { confirmation: dana.email, password: PASSWORD },
  })
  expect(gone.status).toBe(200)
  const events: unknown[] = []
  await expect
    .poll(() => {
      events.push(...broadcasts())
      return events
    })
    .toEqual([coming, waiting, came].map((house) => ({ id: house, property_id: id })))
})

describe('a status that is changed by hand', () => {
  const offer = async (state: 'submitted' | 'accepted') => {
    const { id: offerId } = await server.database.db
      .insertInto('offers')
      .values({
        property_id: id,
        customer_id: buyer.id,
        account_id: seller.id,
        price_cents: 17_000_000,
        state,
        terms: JSON.stringify({}),
        expires_at: new Date(Date.now() + 48 * HOUR_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return offerId
  }
  const say = (status: string) => editor.call('PUT', `/account/api/properties/${id}/status`, { status })
  const stateOf = async (offerId: number) =>
    (
      await server.database.db
        .selectFrom('offers')
        .select('state')
        .where('id', '=', offerId)
        .executeTakeFirstOrThrow()
    ).state

  it.each(['sold', 'removed'])('to %s ends the offers on the deal and tells their buyers', async (status) => {
    await server.introduce(buyer, seller)
    const offerId = await offer('submitted')
    server.said.length = 0
    expect((await say(status)).status).toBe(200)
    expect(await stateOf(offerId)).toBe('expired')
    expect(server.said.map(({ event }) => event)).toContain('OfferUpdated')
  })

  it('does not speak against an accepted offer', async () => {
    await offer('accepted')
    const { status, body } = await say('sold')
    expect([status, body.code]).toEqual([409, 'taken'])
  })
})
