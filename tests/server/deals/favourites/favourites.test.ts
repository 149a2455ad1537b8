import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const FAVOURITES = '/customer/api/properties/favourites'
let server: TestServer
let homes: Seller
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount()
})
afterAll(() => server.close())

const keep = (who: Person, id: number) =>
  server.call('POST', FAVOURITES, { token: who.token, body: { property_id: id } })
const letGo = (who: Person, id: number) => server.call('DELETE', `${FAVOURITES}/${id}`, { token: who.token })
const list = async (who: Person) => (await server.call('GET', FAVOURITES, { token: who.token })).body.data
const profileIds = async (who: Person) =>
  (await server.call('GET', '/customer/api/auth/user', { token: who.token })).body.data.favourite_properties
const change = (id: number, to: object) =>
  server.database.db.updateTable('properties').set(to).where('id', '=', id).execute()
const countOf = async (id: number) =>
  (
    await server.database.db
      .selectFrom('properties')
      .select('favourites_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).favourites_count

describe('favourites', () => {
  it('a kept deal is in the profile, with the price it had then, and counted once however often it is pressed', async () => {
    const dana = await server.addCustomer()
    const id = await server.addProperty(homes.id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => keep(dana, id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await change(id, { price: 170_000 })
    expect((await keep(dana, id)).body).toEqual({ favourite_properties: [id] })
    expect(await profileIds(dana)).toEqual([id])
    expect(await list(dana)).toMatchObject([{ property_id: id, price: 185_000, labels: [] }])
    expect(await countOf(id)).toBe(1)
  })

  it('one that is let go is gone, again and by several hands at once', async () => {
    const [dana, marcus] = [await server.addCustomer(), await server.addCustomer('Marcus Reyes')]
    const id = await server.addProperty(homes.id)
    await Promise.all([keep(dana, id), keep(marcus, id)])
    const answers = await Promise.all([letGo(dana, id), letGo(dana, id), letGo(dana, id)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect([await profileIds(dana), await profileIds(marcus)]).toEqual([[], [id]])
    expect(await countOf(id)).toBe(1)
  })

  it.each(['draft', 'removed'] as const)('a deal that is %s cannot be kept: 422', async (listing) => {
    const dana = await server.addCustomer()
    const id = await server.addProperty(homes.id)
    await change(id, { listing })
    expect((await keep(dana, id)).status).toBe(422)
    expect((await keep(dana, 987_654)).status).toBe(422)
    expect(await countOf(id)).toBe(0)
  })

  it('a sold deal stays kept', async () => {
    const dana = await server.addCustomer()
    const id = await server.addProperty(homes.id)
    await keep(dana, id)
    await change(id, { status: 2 })
    expect((await keep(dana, id)).status).toBe(200)
    expect(await profileIds(dana)).toEqual([id])
  })

  it('labels are set, each once; a deal that is no favourite has none to set', async () => {
    const dana = await server.addCustomer()
    const id = await server.addProperty(homes.id)
    const label = (of: number) =>
      server.call('PUT', `${FAVOURITES}/${of}`, {
        token: dana.token,
        body: { labels: ['Flips', ' Houston ', 'Flips'] },
      })
    expect((await label(id)).status).toBe(404)
    await keep(dana, id)
    expect((await label(id)).body.data.labels).toEqual(['Flips', 'Houston'])
    expect(await list(dana)).toMatchObject([{ labels: ['Flips', 'Houston'] }])
  })

  it('beyond the limit the answer is no 422, so that nobody forgets what they keep', async () => {
    const dana = await server.addCustomer()
    const first = await server.addProperty(homes.id)
    await keep(dana, first)
    const { db } = server.database
    const rows = Array.from({ length: 1999 }, (_, n) => ({
      account_id: homes.id,
      address: `${n} Elm St`,
      city: 'Waco',
      state: 'TX',
      zip: '76701',
    }))
    const more = await db.insertInto('properties').values(rows).returning('id').execute()
    const values = more.map(({ id }) => ({ customer_id: dana.id, property_id: id, labels: '[]' }))
    await db.insertInto('favourites').values(values).execute()
    expect((await keep(dana, await server.addProperty(homes.id))).status).toBe(409)
    expect((await keep(dana, first)).status).toBe(200)
  })
})
