/** What the seller's Today lists: each thing that waits once, with its time, until it is answered; and nothing of another company. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  addBuyer,
  addSeller,
  type Buyer,
  type SellerSide,
  sendOffer,
} from '#tests/server/offers/offers/scene.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let server: TestServer
let homes: SellerSide
let dana: Buyer
let deal: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  homes = await addSeller(server)
  dana = await addBuyer(server)
  deal = await server.addProperty(homes.id)
  await server.introduce(dana, homes)
})

interface Item {
  kind: string
  id: number
  at: string | null
  [more: string]: unknown
}
const items = async (of: SellerSide = homes): Promise<Item[]> => (await of.get('/today')).body.data.items
const kinds = async () => (await items()).map(({ kind }) => kind)
const write = (message: string) =>
  dana.post(`/customers/${dana.id}/accounts/${homes.id}/text-messages`, { message })
const answer = () => homes.post(`/customers/${dana.id}/text-messages`, { message: 'Yes.' })
const db = () => server.database.db
it('lists a message an hour after the first of those that nobody has answered, until somebody answers', async () => {
  await write('Is it still there?')
  const { sort_at: askedAt } = await db()
    .selectFrom('messages')
    .select('sort_at')
    .where('customer_id', '=', dana.id)
    .executeTakeFirstOrThrow()
  await write('Hello?')
  const [item, ...others] = await items()
  expect(others).toEqual([])
  expect(item).toEqual({
    kind: 'message',
    id: dana.id,
    at: new Date(askedAt.getTime() + HOUR_MS).toISOString(),
    customer: { id: dana.id, name: 'Dana Whitfield' },
    property: null,
    text: 'Is it still there?',
  })
  await answer()
  expect(await items()).toEqual([])
})

it('a blast to everybody answers nobody', async () => {
  await write('Is it still there?')
  const [chat] = await db().selectFrom('chats').selectAll().where('account_id', '=', homes.id).execute()
  const { id } = await db()
    .insertInto('messages')
    .values({
      customer_id: dana.id,
      account_id: homes.id,
      type: 'outbound',
      action: 'blast',
      body: 'New deals',
      sort_at: new Date(Date.now() + 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db()
    .updateTable('chats')
    .set({ last_message_id: id })
    .where('id', '=', chat?.id ?? 0)
    .execute()
  expect(await kinds()).toEqual(['message'])
})

it.each([
  ['done', { state: 'done' }],
  ['snoozed', { state: 'snoozed', until: new Date(Date.now() + DAY_MS).toISOString() }],
])('leaves out a conversation that is %s', async (_, body) => {
  await write('Is it still there?')
  await homes.put(`/customers/${dana.id}/set-aside`, body)
  expect(await items()).toEqual([])
})

it('lists an address request, not again as a message, until it is decided', async () => {
  await dana.post('/inquiry', { property_id: deal, type: 'address_request', message: 'For a flip.' })
  const [request, ...others] = await items()
  expect(others).toEqual([])
  expect(request).toMatchObject({
    kind: 'address_request',
    customer: { name: 'Dana Whitfield' },
    property: { id: deal, name: '412 Live Oak St' },
    text: 'For a flip.',
  })
  await homes.put(`/requests/${request?.id}`, { state: 'granted' })
  expect(await items()).toEqual([])
})

it('lists a question about a deal as one', async () => {
  await dana.post('/inquiry', { property_id: deal, type: 'inquiry', message: 'How old is the roof?' })
  expect(await items()).toMatchObject([
    { kind: 'question', id: dana.id, text: 'How old is the roof?', property: { id: deal } },
  ])
})

it('lists an offer to answer, what waits for the buyer only as it runs out, and what is to be signed', async () => {
  const offer = await sendOffer(dana, deal, { answer_hours: 48 })
  const [first] = await items()
  expect(first).toMatchObject({ kind: 'offer', id: offer.id, price: 150_000 })
  expect(Date.parse(first?.at ?? '')).toBeLessThan(Date.parse(String(first?.expires_at)))

  await homes.put(`/offers/${offer.id}`, {
    action: 'counter',
    version: offer.version,
    terms: { price_cents: 16_000_000, answer_hours: 24 },
  })
  const [countered] = await items()
  expect(countered).toMatchObject({ kind: 'buyer_answer', id: offer.id, price: 160_000 })
  expect(countered?.at).toBe(countered?.expires_at)

  await db().updateTable('offers').set({ state: 'confirmed' }).where('id', '=', offer.id).execute()
  expect(await kinds()).toEqual(['signature'])
})

it('an offer that runs out within the hour is due then', async () => {
  const offer = await sendOffer(dana, deal)
  const soon = new Date(Date.now() + 600_000)
  await db().updateTable('offers').set({ expires_at: soon }).where('id', '=', offer.id).execute()
  expect(await items()).toMatchObject([{ kind: 'offer', at: soon.toISOString() }])
})

it('lists for seven days what ran out', async () => {
  const offer = await sendOffer(dana, deal)
  const endedAt = (days: number) => new Date(Date.now() - days * DAY_MS)
  const ran = (days: number) => ({ state: 'expired' as const, expires_at: endedAt(days) })
  await db().updateTable('offers').set(ran(6)).where('id', '=', offer.id).execute()
  await db()
    .updateTable('properties')
    .set({ listing: 'removed', expires_at: endedAt(6) })
    .where('id', '=', deal)
    .execute()
  expect(await kinds()).toEqual(['offer_ran_out', 'listing_ran_out'])
  await db().updateTable('offers').set(ran(8)).where('id', '=', offer.id).execute()
  await db()
    .updateTable('properties')
    .set({ expires_at: endedAt(8) })
    .where('id', '=', deal)
    .execute()
  expect(await items()).toEqual([])
})

it('lists what is due within seven days: a listing that ends, an open house, a step to closing', async () => {
  const later = (days: number) => new Date(Date.now() + days * DAY_MS)
  const dayOf = (days: number) => later(days).toISOString().slice(0, 10)
  const { offer_id } = { offer_id: (await sendOffer(dana, deal)).id }
  await db().updateTable('offers').set({ state: 'under_contract' }).where('id', '=', offer_id).execute()
  await db()
    .insertInto('offer_steps')
    .values([
      { offer_id, step: 'inspection', due_on: dayOf(3) },
      { offer_id, step: 'funded', due_on: dayOf(9) },
      { offer_id, step: 'title_opened', due_on: dayOf(-1), done_at: new Date() },
    ])
    .onConflict((on) =>
      on.columns(['offer_id', 'step']).doUpdateSet((row) => ({
        due_on: row.ref('excluded.due_on'),
        done_at: row.ref('excluded.done_at'),
      })),
    )
    .execute()
  const visit = { property_id: deal, time_zone: 'America/Chicago' }
  await db()
    .insertInto('open_houses')
    .values([2, 8].map((days) => ({ ...visit, starts_at: later(days), ends_at: later(days + 0.1) })))
    .execute()
  const ending = await server.addProperty(homes.id, '9 Elm St')
  await db()
    .updateTable('properties')
    .set({ expires_at: later(5) })
    .where('id', '=', ending)
    .execute()
  expect(await items()).toMatchObject([
    { kind: 'step', id: offer_id, on: dayOf(3), text: 'inspection', property: { id: deal } },
    { kind: 'open_house', count: 0, host: null },
    { kind: 'listing', id: ending, property: { name: '9 Elm St' } },
  ])
})

it('counts more than it lists, and lists the longest wait first', async () => {
  const buyers = await Promise.all(Array.from({ length: 27 }, () => server.addCustomer()))
  for (const [index, buyer] of buyers.entries()) {
    await server.introduce(buyer, homes)
    const at = { sort_at: new Date(Date.now() - (index + 1) * HOUR_MS) }
    const of = { customer_id: buyer.id, account_id: homes.id }
    const { id } = await db()
      .insertInto('messages')
      .values({ ...of, ...at, type: 'inbound', body: 'Hello' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db()
      .updateTable('chats')
      .set({ last_message_id: id, last_message_at: at.sort_at })
      .where('customer_id', '=', buyer.id)
      .execute()
  }
  const { body } = await homes.get('/today')
  expect(body.data.counts).toEqual([{ kind: 'message', count: 27 }])
  expect(body.data.items.map(({ id }: Item) => id)).toEqual(
    buyers
      .map(({ id }) => id)
      .toReversed()
      .slice(0, 25),
  )
})

it('lists nothing of another company', async () => {
  await write('Is it still there?')
  await dana.post('/inquiry', { property_id: deal, type: 'address_request', message: 'For a flip.' })
  await sendOffer(dana, deal)
  expect((await items()).length).toBe(3)
  expect(await items(await addSeller(server, 'Rival Realty'))).toEqual([])
})
