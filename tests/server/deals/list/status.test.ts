/** A seller's word on how far a deal is: who may say it, what is kept of it, and who hears it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type DealScene, dealIn, dealScene, idsIn } from './scene.ts'

let server: TestServer
let seller: Seller
let deals: DealScene
let id: number
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount()
  deals = dealScene(server)
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  id = await deals.add(seller.id)
  server.said.length = 0
})

const say = (status: string, token = seller.token) =>
  server.call('PUT', `/account/api/properties/${id}/status`, { token, body: { status } })

const history = () =>
  server.database.db
    .selectFrom('price_changes')
    .select(['kind', 'status', 'price'])
    .where('property_id', '=', id)
    .orderBy('id')
    .execute()

test('a deal marked as pending is pending in the answer, in the list and in its history', async () => {
  const { cursor } = await deals.list()
  const { status, body } = await say('pending')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ id, status: 'pending', listing: 'listed' })
  expect(dealIn(await deals.list(`?since=${cursor}`), id)?.status).toBe(1)
  expect(await history()).toEqual([{ kind: 'status', status: 1, price: 185_000 }])
})

test('everybody who looks at deals is told that it changed, and nothing more', async () => {
  await say('sold')
  expect(server.said).toEqual([
    { channel: 'App.Deals', event: 'PropertyUpdated', payload: { id }, except: null },
  ])
})

test('a deal that is taken down leaves the list and keeps its status for when it comes back', async () => {
  await say('pending')
  const { cursor } = await deals.list()
  expect((await say('removed')).body.data).toMatchObject({ status: 'pending', listing: 'removed' })
  expect((await deals.list(`?since=${cursor}`)).removed).toEqual([id])
  expect(idsIn(await deals.list())).not.toContain(id)
  await say('available')
  expect(dealIn(await deals.list(), id)?.status).toBe(0)
  expect((await history()).map((change) => change.status)).toEqual([1, null, 0])
})

test('what is so already is not said twice', async () => {
  const { cursor } = await deals.list()
  expect((await say('available')).status).toBe(200)
  expect(server.said).toEqual([])
  expect(await history()).toEqual([])
  expect((await deals.list(`?since=${cursor}`)).data).toEqual([])
})

test('two who mark it at the same time leave one history that ends as the list says', async () => {
  const answers = await Promise.all([say('pending'), say('sold'), say('pending'), say('sold')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const all = await history()
  expect(all.every((change, index) => change.status !== all[index - 1]?.status)).toBe(true)
  expect(dealIn(await deals.list(), id)?.status).toBe(all.at(-1)?.status)
})

test('another account’s deal does not exist', async () => {
  const rival = await server.addAccount('Rival Homes')
  expect((await say('sold', rival.token)).status).toBe(404)
  expect(dealIn(await deals.list(), id)?.status).toBe(0)
})

test('a draft is not published by its status', async () => {
  await deals.change(id, { listing: 'draft' })
  expect((await say('available')).status).toBe(409)
  expect(idsIn(await deals.list())).not.toContain(id)
})

test('a status there is not is refused', async () => {
  expect((await say('haunted')).status).toBe(422)
})
