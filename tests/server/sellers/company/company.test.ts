import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { responseHours } from '#server/messaging/response-time.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const HOUR_MS = 3_600_000
let server: TestServer
let homes: Seller
let dana: Person
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example' })
})
beforeEach(async () => {
  homes = await server.addAccount()
  dana = await server.addCustomer()
})
afterAll(() => server.close())

const db = () => server.database.db
const company = async (id: number | string = homes.id, token?: string) =>
  server.call('GET', `/customer/api/accounts/${id}`, token ? { token } : {})
const set = (change: object) => db().updateTable('accounts').set(change).where('id', '=', homes.id).execute()
const hours = (since: number) => new Date(Date.now() - since * HOUR_MS)
/** What was said, by whom and how many hours ago, oldest first. */
const talk = async (lines: [type: 'inbound' | 'outbound', hoursAgo: number, action?: string][]) => {
  await server.introduce(dana, homes)
  await db()
    .insertInto('messages')
    .values(
      lines.map(([type, ago, action = null]) => ({
        customer_id: dana.id,
        account_id: homes.id,
        type,
        action,
        body: 'Words',
        sort_at: hours(ago),
      })),
    )
    .execute()
}

describe('the company page', () => {
  it('is open to everybody and says who sells', async () => {
    const deals = [await server.addProperty(homes.id), await server.addProperty(homes.id)]
    await db()
      .updateTable('properties')
      .set({ status: 2 })
      .where('id', '=', deals[0] ?? 0)
      .execute()
    await set({ about: 'Plain words.', is_verified: true })
    const { status, body } = await company()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: homes.id,
      title: 'Bluebonnet Homes',
      about: 'Plain words.',
      is_verified: true,
      logo: 'https://plat.example/drawings/house-01.svg',
      active_deals: 1,
      states: ['TX'],
      is_followed: false,
      followers: 0,
      team: [{ name: 'Sam Ortega' }],
      rating: {
        average: null,
        count: 0,
        histogram: [0, 0, 0, 0, 0],
        closed_deals: 1,
        response_time_hours: null,
      },
    })
    expect(JSON.stringify(body)).not.toContain(homes.email)
  })

  it('is not there for a number that nobody has, and for a seller the house has suspended', async () => {
    expect((await company(999_999)).status).toBe(404)
    await set({ suspended_at: new Date() })
    expect((await company()).status).toBe(404)
    expect((await server.call('GET', `/customer/api/account-stats/${homes.id}/rating`)).status).toBe(404)
  })

  it('names the states the seller says it serves before those of its deals', async () => {
    await server.addProperty(homes.id)
    await set({ states: JSON.stringify(['LA', 'TX']) })
    expect((await company()).body.data.states).toEqual(['LA', 'TX'])
  })

  it('is in the sitemap', async () => {
    const { body } = await server.call('GET', '/sitemap/1.xml')
    expect(body).toContain(`<loc>https://plat.example/company/${homes.id}</loc>`)
  })
})

describe('following a seller', () => {
  const follow = (is_followed: boolean, who = dana) =>
    server.call('PUT', `/customer/api/accounts/${homes.id}/follow`, {
      token: who.token,
      body: { is_followed },
    })

  it('counts each buyer once and can be taken back', async () => {
    await Promise.all([follow(true), follow(true), follow(true, await server.addCustomer())])
    expect((await company(homes.id, dana.token)).body.data).toMatchObject({ is_followed: true, followers: 2 })
    expect((await company()).body.data).toMatchObject({ is_followed: false, followers: 2 })
    expect((await follow(false)).body.data).toEqual({ is_followed: false, followers: 1 })
    expect((await follow(false)).body.data).toEqual({ is_followed: false, followers: 1 })
  })
})

describe('how long a seller takes to answer', () => {
  const ofSeller = () => responseHours(db(), { accountId: homes.id }, Date.now())

  it('is not known before there was anything to answer', async () => {
    await talk([
      ['outbound', 9],
      ['inbound', 8],
    ])
    expect(await ofSeller()).toBeNull()
  })

  it('is the middle of the answers, counted from the last thing that was asked', async () => {
    await talk([
      ['inbound', 90],
      ['inbound', 80],
      ['outbound', 79],
      ['outbound', 70],
      ['inbound', 60],
      ['outbound', 10],
      ['inbound', 6],
      ['outbound', 3],
    ])
    expect(await ofSeller()).toBe(3)
    expect(await responseHours(db(), { customerId: dana.id }, Date.now())).toBe(7)
  })

  it('does not take a mail to everybody for an answer', async () => {
    await talk([
      ['inbound', 30],
      ['outbound', 29, 'blast'],
      ['outbound', 20],
    ])
    expect(await ofSeller()).toBe(10)
  })
})
