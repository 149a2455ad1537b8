/** What a status that the seller sets by hand does to the offers on the deal (checklist OFR-34). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type SellerSide, sendOffer, threadOf } from './scene.ts'

let server: TestServer
let seller: SellerSide
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
  seller = await addSeller(server)
})
afterAll(() => server.close())

const setStatus = (id: number, status: string) => seller.put(`/properties/${id}/status`, { status })

describe('a status set by hand', () => {
  test.each([
    { status: 'sold', words: 'The deal was sold to another buyer.' },
    { status: 'removed', words: 'The seller took the deal down.' },
  ])('$status ends what is negotiated, says why and frees the slots', async ({ status, words }) => {
    const propertyId = await server.addProperty(seller.id)
    const buyer = await addBuyer(server)
    const { id } = await sendOffer(buyer, propertyId)
    expect((await setStatus(propertyId, status)).status).toBe(200)
    expect((await buyer.get(`/offer/${id}`)).body.data).toMatchObject({ state: 'expired', turn: null })
    expect(await countActiveOffers(server.database.db, buyer.id)).toBe(0)
    expect((await threadOf(server, buyer.id, seller.id)).at(-1)).toMatchObject({
      ...{ type: 'outbound', action: 'offer_expired', body: words },
    })
  })

  test('pending leaves offers as they are', async () => {
    const propertyId = await server.addProperty(seller.id)
    const buyer = await addBuyer(server)
    const { id } = await sendOffer(buyer, propertyId)
    expect((await setStatus(propertyId, 'pending')).status).toBe(200)
    expect((await buyer.get(`/offer/${id}`)).body.data).toMatchObject({
      state: 'submitted',
      is_backup: false,
    })
  })

  test.each(['available', 'sold', 'removed'])('%s is refused while an offer is accepted', async (status) => {
    const propertyId = await server.addProperty(seller.id)
    const { id, version } = await sendOffer(await addBuyer(server), propertyId)
    await seller.put(`/offers/${id}`, { action: 'accept', version })
    const refused = await setStatus(propertyId, status)
    expect([refused.status, refused.body.code]).toEqual([409, 'taken'])
    expect((await seller.get(`/offers/${id}`)).body.data.property.status).toBe('pending')
  })
})
