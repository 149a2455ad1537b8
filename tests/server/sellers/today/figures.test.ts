/** The figures of the seller's Today: each thing once, in its week, of the own company. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addBuyer,
  addSeller,
  type Buyer,
  type SellerSide,
  sendOffer,
} from '#tests/server/offers/offers/scene.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const DAY_MS = 86_400_000
let server: TestServer
let homes: SellerSide
let dana: Buyer
let deal: number
beforeAll(async () => {
  server = await startTestServer()
  homes = await addSeller(server)
  dana = await addBuyer(server)
  deal = await server.addProperty(homes.id)
  await server.introduce(dana, homes)
})
afterAll(() => server.close())

const db = () => server.database.db
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const figures = async (of: SellerSide = homes) => (await of.get('/today/figures')).body.data
const view = (days: number) => ({
  event_type_slug: 'property_viewed',
  session_id: `s${days}`,
  property_id: deal,
  activity_start: daysAgo(days),
  last_activity: daysAgo(days),
  seen_at: daysAgo(days),
})

it('are all zero for a new company, with eight weeks', async () => {
  const data = await figures(await addSeller(server, 'New Homes'))
  expect(data.weeks).toHaveLength(8)
  expect(data.deals).toEqual([])
  expect(data.now).toEqual({
    views: 0,
    requests: 0,
    offers: 0,
    contracts: 0,
    closed: 0,
    sales: 0,
    spread: 0,
    replies: 0,
    replies_in_time: 0,
    reply_minutes: null,
  })
  expect(data.before).toEqual(data.now)
})

it('count views, requests, offers, contracts and closings in their weeks, with the spread of what closed', async () => {
  await db().insertInto('ui_events').values([1, 2, 9, 30, 57].map(view)).execute()
  await dana.post('/inquiry', { property_id: deal, type: 'address_request', message: 'For a flip.' })
  const { id } = await sendOffer(dana, deal, { price_cents: 15_000_000 })
  await db().updateTable('offers').set({ state: 'closed' }).where('id', '=', id).execute()
  await db().updateTable('properties').set({ contract_price: 120_000 }).where('id', '=', deal).execute()
  const move = { offer_id: id, by: 'seller', from_state: 'confirmed', to_state: 'under_contract' } as const
  await db()
    .insertInto('offer_moves')
    .values([
      { ...move, kind: 'sign', terms: '{}', created_at: daysAgo(40) },
      { ...move, kind: 'close', terms: '{}', created_at: daysAgo(3) },
    ])
    .execute()
  const { weeks, now, before, deals } = await figures()
  expect(weeks.map(({ views }: { views: number }) => views)).toEqual([0, 0, 0, 1, 0, 0, 1, 2])
  expect(now).toMatchObject({ views: 3, requests: 1, offers: 1, contracts: 0, closed: 1 })
  expect(now).toMatchObject({ sales: 150_000, spread: 30_000 })
  expect(before).toMatchObject({ views: 1, contracts: 1, closed: 0, spread: 0 })
  expect(deals).toMatchObject([
    {
      id: deal,
      name: '412 Live Oak St',
      views: 3,
      requests: 1,
      offers: 1,
      contract: { offer_id: id, name: 'Dana Whitfield', is_closed: true },
    },
  ])
  const { body } = await homes.get('/offers?filter[state]=closed')
  expect(body.data.map((offer: { id: number }) => offer.id)).toEqual([id])
  expect((await homes.get('/offers?filter[state]=under_contract')).body.data).toEqual([])
})

it('take the middle reply, and count those within an hour; a blast is none', async () => {
  const theo = await addBuyer(server, 'Theo Lindqvist')
  const own = await addSeller(server, 'Reply Homes')
  await server.introduce(theo, own)
  const said = (type: 'inbound' | 'outbound', minutesAgo: number, action: string | null = null) => ({
    customer_id: theo.id,
    account_id: own.id,
    type,
    action,
    body: 'Words',
    sort_at: new Date(Date.now() - minutesAgo * 60_000),
  })
  await db()
    .insertInto('messages')
    .values([
      said('inbound', 1000),
      said('outbound', 990),
      said('inbound', 900),
      said('outbound', 890, 'blast'),
      said('outbound', 870),
      said('inbound', 500),
      said('outbound', 300),
    ])
    .execute()
  expect((await figures(own)).now).toMatchObject({ replies: 3, replies_in_time: 2, reply_minutes: 30 })
})

it('the requests of one deal are a list', async () => {
  const ofDeal = (id: number) => homes.get(`/requests?filter[property_id]=${id}`)
  const other = await server.addProperty(homes.id, '9 Elm St')
  expect((await ofDeal(deal)).body.data).toHaveLength(1)
  expect((await ofDeal(other)).body.data).toEqual([])
})
