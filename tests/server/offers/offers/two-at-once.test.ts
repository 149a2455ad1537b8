/** Two moves about the same buyer and seller at the same moment: neither waits for the other for ever. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, sendOffer, topUp } from './scene.ts'

const PAIRS = 6
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a buyer confirms one offer while the seller lets another of theirs fall through', async () => {
  const pairs = await Promise.all(
    Array.from({ length: PAIRS }, async () => {
      const [buyer, seller] = [await addBuyer(server), await addSeller(server)]
      await topUp(server, buyer.id, 500_000)
      const accepted = async () => {
        const offer = await sendOffer(buyer, await server.addProperty(seller.id))
        const { body } = await seller.put(`/offers/${offer.id}`, { action: 'accept', version: offer.version })
        return { id: offer.id, version: body.data.version as number }
      }
      const [bound, next] = [await accepted(), await accepted()]
      const { body } = await buyer.get(`/offer/${bound.id}/confirm`)
      return { buyer, seller, next, bound: { ...bound, version: body.data.version as number } }
    }),
  )
  const answers = await Promise.all(
    pairs.flatMap(({ buyer, seller, next, bound }) => [
      buyer.get(`/offer/${next.id}/confirm`),
      seller.put(`/offers/${bound.id}`, { action: 'fall_through', version: bound.version, reason: 'Title' }),
    ]),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('a draft is saved while the proof it names is deleted', async () => {
  const pairs = await Promise.all(
    Array.from({ length: PAIRS }, async () => {
      const [buyer, seller] = [await addBuyer(server), await addSeller(server)]
      const propertyId = await server.addProperty(seller.id)
      const typed = { property_id: propertyId, is_draft: true, terms: {}, proof_id: buyer.proofId }
      const { body } = await buyer.post('/offer', typed)
      return { buyer, typed, id: body.data.id as number }
    }),
  )
  const answers = await Promise.all(
    pairs.flatMap(({ buyer, typed, id }) => [
      buyer.put(`/offer/${id}`, { action: 'save', version: 1, terms: {}, proof_id: buyer.proofId }),
      buyer.remove(`/proof-of-funds/${buyer.proofId}`),
      buyer.post('/offer', typed),
    ]),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})
