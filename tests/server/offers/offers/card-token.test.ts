/** What the bearer of a messenger on a foreign page may do with offers: answer its customer's own by the card, and no more. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, sendOffer } from './scene.ts'

let server: TestServer
let seller: SellerSide
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
  seller = await addSeller(server)
})
afterAll(() => server.close())

async function cardOf(buyer: Buyer) {
  const { body } = await server.call('POST', '/customer/api/auth/token', { token: buyer.token })
  const { token } = body.data
  return {
    put: (id: number, move: object) => server.call('PUT', `/customer/api/offer/${id}`, { token, body: move }),
    get: (path: string) => server.call('GET', `/customer/api${path}`, { token }),
    post: (path: string, given: object) =>
      server.call('POST', `/customer/api${path}`, { token, body: given }),
  }
}

async function countered() {
  const buyer = await addBuyer(server)
  const propertyId = await server.addProperty(seller.id)
  const { id, version } = await sendOffer(buyer, propertyId)
  await seller.put(`/offers/${id}`, { action: 'counter', version, terms: { price_cents: 17_000_000 } })
  return { buyer, propertyId, id, version: version + 1 }
}

test.each([
  ['accept', 'accepted'],
  ['counter', 'countered_by_buyer'],
  ['decline', 'rejected'],
  ['withdraw', 'withdrawn'],
])('%s from the card makes it %s', async (action, state) => {
  const { buyer, id, version } = await countered()
  const card = await cardOf(buyer)
  const terms = action === 'counter' ? { terms: { price_cents: 16_000_000 } } : {}
  const { status, body } = await card.put(id, { action, version, ...terms })
  expect([status, body.data.state]).toEqual([200, state])
})

test('the answer to a card has no files and no links to them, in a session it has', async () => {
  const { buyer, id } = await countered()
  const [{ body }, own] = [await (await cardOf(buyer)).get(`/offer/${id}`), await buyer.get(`/offer/${id}`)]
  expect(body.data).toMatchObject({ proof_of_funds: null, corporate_documents: [] })
  expect(own.body.data.proof_of_funds).toMatchObject({ id: buyer.proofId })
})

test('somebody else’s offer is not there', async () => {
  const { id, version } = await countered()
  const card = await cardOf(await addBuyer(server, 'Otto Other'))
  expect((await card.put(id, { action: 'accept', version })).status).toBe(404)
})

test('what pays, binds, makes an offer or looks at others takes a session', async () => {
  const { buyer, id, version, propertyId } = await countered()
  const card = await cardOf(buyer)
  const answers = [
    await card.put(id, { action: 'revise', version }),
    await card.put(id, { action: 'resend', version }),
    await card.put(id, { action: 'request_release', version }),
    await card.get(`/offer/${id}/confirm`),
    await card.get('/offer'),
    await card.get(`/offer-gate?property_id=${propertyId}`),
    await card.post('/offer', { property_id: propertyId, terms: {}, is_draft: true }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
})
