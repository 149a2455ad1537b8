/** Many attempts at once, as from many tabs: the limit of the deposit holds, one deal is taken once, money leaves once (T-18). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import { walletOf } from '#server/payments/routes.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, sendOffer, TERMS, topUp } from './scene.ts'

let server: TestServer
let seller: SellerSide
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
  seller = await addSeller(server)
})
afterAll(() => server.close())

const ATTEMPTS = 50
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

/**
 * Sends it with this key until there is an answer, as clients do: on a busy machine a call that waits too long for the database is
 * answered 503, and may have been carried out.
 */
async function offerWithKey(buyer: Buyer, key: string, body: object) {
  for (;;) {
    const answer = await buyer.post('/offer', body, { 'Idempotency-Key': key })
    if (answer.status !== 503) return answer
  }
}

test('fifty attempts at once on fifty deals make four offers and never a fifth', async () => {
  const buyer = await addBuyer(server)
  const deals: number[] = []
  for (let n = 0; n < ATTEMPTS; n++) deals.push(await server.addProperty(seller.id))
  const answers = await times(ATTEMPTS, (index) =>
    offerWithKey(buyer, `deal-${index}`, {
      property_id: deals[index],
      terms: TERMS,
      proof_id: buyer.proofId,
    }),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 limit']))
  expect(await countActiveOffers(server.database.db, buyer.id)).toBe(4)
})

test('drafts, expired offers and new ones go through the same gate at once', async () => {
  const buyer = await addBuyer(server)
  const ids: number[] = []
  for (let n = 0; n < 10; n++) {
    const body = { property_id: await server.addProperty(seller.id), terms: TERMS, proof_id: buyer.proofId }
    ids.push((await buyer.post('/offer', { ...body, is_draft: true })).body.data.id)
  }
  const expired = ids.slice(0, 5)
  await server.database.db
    .updateTable('offers')
    .set({ state: 'expired' })
    .where('id', 'in', expired)
    .execute()
  const answers = await times(20, async (index) => {
    if (index >= 10)
      return buyer.post('/offer', {
        property_id: await server.addProperty(seller.id),
        terms: TERMS,
        proof_id: buyer.proofId,
      })
    const action = index < 5 ? 'resend' : 'submit'
    return buyer.put(`/offer/${ids[index]}`, { action, version: 1 })
  })
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(4)
  expect(await countActiveOffers(server.database.db, buyer.id)).toBe(4)
})

test('fifty presses of one button make one offer', async () => {
  const buyer = await addBuyer(server)
  const body = { property_id: await server.addProperty(seller.id), terms: TERMS, proof_id: buyer.proofId }
  const answers = await times(ATTEMPTS, () => offerWithKey(buyer, 'once', body))
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.data?.id}`)).size).toBe(1)
  expect(await countActiveOffers(server.database.db, buyer.id)).toBe(1)
})

test('ten offers on one deal, accepted at once, make one accepted offer and nine backups', async () => {
  const propertyId = await server.addProperty(seller.id)
  const sent: { id: number; version: number }[] = []
  for (let n = 0; n < 10; n++) sent.push(await sendOffer(await addBuyer(server, `Buyer ${n}`), propertyId))
  const answers = await times(10, (index) =>
    seller.put(`/offers/${sent[index]?.id}`, { action: 'accept', version: sent[index]?.version }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const rows = await server.database.db
    .selectFrom('offers')
    .select(['state', 'is_backup'])
    .where('property_id', '=', propertyId)
    .execute()
  expect(rows.filter(({ state }) => state === 'accepted')).toEqual([{ state: 'accepted', is_backup: false }])
  expect(rows.filter(({ state, is_backup }) => state === 'submitted' && is_backup)).toHaveLength(9)
})

test('an offer that is sent while the deal is being sold is refused, or ended with the others', async () => {
  const buyers = []
  for (let n = 0; n < 6; n++) buyers.push(await addBuyer(server, `Late ${n}`))
  const propertyId = await server.addProperty(seller.id)
  const winner = await addBuyer(server, 'First')
  await topUp(server, winner.id, 99_700)
  const won = await sendOffer(winner, propertyId)
  await seller.put(`/offers/${won.id}`, { action: 'accept', version: won.version })
  await winner.get(`/offer/${won.id}/confirm`)
  await seller.put(`/offers/${won.id}`, { action: 'sign', version: won.version + 2 })
  const [closed] = await Promise.all([
    seller.put(`/offers/${won.id}`, { action: 'close', version: won.version + 3 }),
    ...buyers.map((buyer) =>
      buyer.post('/offer', { property_id: propertyId, terms: TERMS, proof_id: buyer.proofId }),
    ),
  ])
  expect(closed?.body.data.state).toBe('closed')
  for (const buyer of buyers) expect(await countActiveOffers(server.database.db, buyer.id)).toBe(0)
})

test('twenty confirmations at once pay the fee once', async () => {
  const buyer = await addBuyer(server)
  await topUp(server, buyer.id, 500_000)
  const offer = await sendOffer(buyer, await server.addProperty(seller.id))
  await seller.put(`/offers/${offer.id}`, { action: 'accept', version: offer.version })
  const answers = await times(20, () => buyer.get(`/offer/${offer.id}/confirm`))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await walletOf(server.database.db, buyer.id)).balanceCents).toBe(500_000 - 99_700)
})
