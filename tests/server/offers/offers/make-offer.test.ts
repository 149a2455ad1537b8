/** Making an offer: what stands in the way, drafts, sending once, what the thread and both sides hear. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, sendOffer, TERMS, threadOf } from './scene.ts'

let server: TestServer
let seller: SellerSide
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
  seller = await addSeller(server)
})
afterAll(() => server.close())

const addDeal = () => server.addProperty(seller.id)
const offerOn = (buyer: Buyer, propertyId: number, more: object = {}) => ({
  property_id: propertyId,
  terms: TERMS,
  proof_id: buyer.proofId,
  ...more,
})
const setCustomer = (id: number, values: object) =>
  server.database.db.updateTable('customers').set(values).where('id', '=', id).execute()
const setDeal = (id: number, values: object) =>
  server.database.db.updateTable('properties').set(values).where('id', '=', id).execute()

describe('an offer that is sent', () => {
  test('waits for the seller with its terms, its clock, its fee and the listing as it is', async () => {
    const buyer = await addBuyer(server)
    const propertyId = await addDeal()
    const { status, body } = await buyer.post('/offer', offerOn(buyer, propertyId))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      state: 'submitted',
      turn: 'seller',
      price: 150_000,
      platform_fee: 997,
      is_backup: false,
      terms: TERMS,
      buyer: 'Dana Whitfield',
      account: { id: seller.id },
      snapshot: { price: 185_000, arv: 260_000, address: '412 Live Oak St, Waco, TX 76701' },
      moves: [{ kind: 'submit', by: 'buyer', from_state: 'draft', to_state: 'submitted', price: 150_000 }],
      property: { id: propertyId, status: 'available' },
      proof_of_funds: { id: buyer.proofId },
    })
    const hours = (Date.parse(body.data.expires_at) - Date.parse(body.data.submitted_at)) / 3_600_000
    expect(hours).toBe(48)
    expect(body.data.steps).toHaveLength(6)
  })

  test('opens the conversation and stands in its thread, and both sides hear of it', async () => {
    const buyer = await addBuyer(server)
    const from = server.said.length
    const offer = await sendOffer(buyer, await addDeal(), { note: 'Can close fast.' })
    const [message, ...others] = await threadOf(server, buyer.id, seller.id)
    expect(others).toEqual([])
    expect(message).toMatchObject({
      type: 'inbound',
      action: 'offer',
      body: 'Can close fast.',
      offer_id: offer.id,
    })
    expect(message?.offer_move_id).not.toBeNull()
    const told = server.said.slice(from).map(({ channel, event }) => `${event} ${channel}`)
    expect(told).toEqual([
      `TextMessageInboundSent App.Models.Customer.${buyer.id}`,
      `TextMessageInboundSent App.Models.Customer.${buyer.id}.Account.${seller.id}`,
      `TextMessageInboundSent App.Models.Account.${seller.id}`,
      `OfferUpdated App.Models.Customer.${buyer.id}`,
      `OfferUpdated App.Models.Customer.${buyer.id}.Account.${seller.id}`,
      `OfferUpdated App.Models.Account.${seller.id}`,
    ])
  })

  test('is written down with who, when and from where', async () => {
    const buyer = await addBuyer(server)
    const offer = await sendOffer(buyer, await addDeal())
    const log = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_kind', '=', 'offer')
      .where('subject_id', '=', offer.id)
      .execute()
    expect(log).toMatchObject([
      {
        actor_kind: 'customer',
        actor_id: buyer.id,
        action: 'offer.submit',
        ip: '127.0.0.1',
        before: { state: 'draft' },
        after: { state: 'submitted', terms: { price_cents: 15_000_000 } },
      },
    ])
  })

  test('is one offer when the button is pressed twice', async () => {
    const buyer = await addBuyer(server)
    const body = offerOn(buyer, await addDeal())
    const key = { 'Idempotency-Key': 'press-1' }
    const presses = await Promise.all([buyer.post('/offer', body, key), buyer.post('/offer', body, key)])
    expect(presses.map(({ status }) => status)).toEqual([201, 201])
    expect(presses[0]?.body.data.id).toBe(presses[1]?.body.data.id)
    const other = { ...body, terms: { ...TERMS, price_cents: 9_900_000 } }
    expect((await buyer.post('/offer', other, key)).status).toBe(409)
    expect((await buyer.get('/offer')).body.data).toHaveLength(1)
    expect(await threadOf(server, buyer.id, seller.id)).toHaveLength(1)
  })

  test('names the connected company that buys, and no other', async () => {
    const buyer = await addBuyer(server)
    const { db } = server.database
    const company = await db
      .insertInto('companies')
      .values({ name: 'Whitfield Trust', search_name: 'whitfield trust', kind: 'trust', state: 'TX' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const body = offerOn(buyer, await addDeal(), { terms: { ...TERMS, entity_id: company.id } })
    const foreign = await buyer.post('/offer', body)
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ['terms.entity_id']])
    await db
      .insertInto('linked_companies')
      .values({ customer_id: buyer.id, company_id: company.id })
      .execute()
    expect((await buyer.post('/offer', body)).body.data.buyer).toBe('Whitfield Trust')
  })

  test('says which words are missing', async () => {
    const buyer = await addBuyer(server)
    const { status, body } = await buyer.post(
      '/offer',
      offerOn(buyer, await addDeal(), { terms: { note: 'Hi' } }),
    )
    expect([status, body.errors]).toEqual([
      422,
      { 'terms.price_cents': ['Enter a price.'], 'terms.closing_on': ['Choose a closing date.'] },
    ])
  })
})

describe('what stands in the way', () => {
  test.each([
    {
      why: 'no deposit',
      code: 'no_deposit',
      spoil: (b: Buyer) =>
        server.database.db
          .updateTable('deposits')
          .set({ state: 'refunded' })
          .where('customer_id', '=', b.id)
          .execute(),
    },
    {
      why: 'a deal sold a second ago',
      code: 'deal_closed',
      spoil: (_: Buyer, deal: number) => setDeal(deal, { status: 2 }),
    },
    {
      why: 'a deal that was taken down',
      code: 'deal_closed',
      spoil: (_: Buyer, deal: number) => setDeal(deal, { listing: 'removed' }),
    },
    {
      why: 'the own deal',
      code: 'own_deal',
      spoil: (b: Buyer) => setCustomer(b.id, { email: seller.email.toUpperCase() }),
    },
    {
      why: 'a proof of funds that was refused',
      code: 'funds',
      spoil: (b: Buyer) =>
        server.database.db
          .updateTable('proofs_of_funds')
          .set({ review: 'rejected' })
          .where('id', '=', b.proofId)
          .execute(),
    },
    {
      why: 'a proof of funds that is no longer good',
      code: 'funds',
      spoil: (b: Buyer) =>
        server.database.db
          .updateTable('proofs_of_funds')
          .set({ valid_until: '2020-01-01' })
          .where('id', '=', b.proofId)
          .execute(),
    },
  ])('is $why', async ({ code, spoil }) => {
    const buyer = await addBuyer(server)
    const propertyId = await addDeal()
    await spoil(buyer, propertyId)
    const { status, body } = await buyer.post('/offer', offerOn(buyer, propertyId))
    expect([status, body.code]).toEqual([409, code])
    expect(body.message).toMatch(/\.$/)
    expect((await buyer.get('/offer')).body.data).toEqual([])
    const gate = await buyer.get(`/offer-gate?property_id=${propertyId}`)
    expect(gate.body.data.steps.filter((step: { is_met: boolean }) => !step.is_met)).toMatchObject([
      { words: body.message },
    ])
  })

  test('is an identity that is not verified, where the seller asks for it', async () => {
    const careful = await addSeller(server, 'Careful Homes')
    await server.database.db
      .updateTable('accounts')
      .set({ requires_id: true })
      .where('id', '=', careful.id)
      .execute()
    const buyer = await addBuyer(server)
    const propertyId = await server.addProperty(careful.id)
    expect((await buyer.post('/offer', offerOn(buyer, propertyId))).body.code).toBe('identity')
    await setCustomer(buyer.id, { idv_status: 'success' })
    expect((await buyer.post('/offer', offerOn(buyer, propertyId))).status).toBe(201)
  })

  test('is a fifth offer, until one of the four is over', async () => {
    const buyer = await addBuyer(server)
    const sent = []
    for (let n = 0; n < 4; n++) sent.push(await sendOffer(buyer, await addDeal()))
    const propertyId = await addDeal()
    expect((await buyer.post('/offer', offerOn(buyer, propertyId))).body.code).toBe('limit')
    const gate = (await buyer.get(`/offer-gate?property_id=${propertyId}`)).body.data
    expect(gate).toMatchObject({
      active_offers_count: 4,
      offers_per_deposit_limit: 4,
      offer_id: null,
      offer_state: null,
    })
    const [first] = sent
    await buyer.put(`/offer/${first?.id}`, { action: 'withdraw', version: first?.version })
    expect((await buyer.post('/offer', offerOn(buyer, propertyId))).status).toBe(201)
  })

  test('is an active offer on the same deal', async () => {
    const buyer = await addBuyer(server)
    const propertyId = await addDeal()
    const gate = async () => (await buyer.get(`/offer-gate?property_id=${propertyId}`)).body.data
    const { body } = await buyer.post('/offer', offerOn(buyer, propertyId, { is_draft: true }))
    expect(await gate()).toMatchObject({ offer_id: body.data.id, offer_state: 'draft' })
    const { id, version } = await sendOffer(buyer, propertyId)
    expect(await gate()).toMatchObject({ offer_id: id, offer_state: 'submitted' })
    expect((await buyer.post('/offer', offerOn(buyer, propertyId))).body.code).toBe('exists')
    expect((await buyer.post('/offer', offerOn(buyer, propertyId, { is_draft: true }))).body.code).toBe(
      'exists',
    )
    await buyer.put(`/offer/${id}`, { action: 'withdraw', version })
    expect(await gate()).toMatchObject({ offer_id: null, offer_state: null })
  })

  test('is another price or fee than the buyer saw, until it is confirmed', async () => {
    const buyer = await addBuyer(server)
    const propertyId = await addDeal()
    await setDeal(propertyId, { price: 190_000 })
    const seen = { expected_price: 185_000, expected_fee: 900 }
    const { status, body } = await buyer.post('/offer', offerOn(buyer, propertyId, seen))
    expect([status, body.code, body.errors]).toEqual([
      409,
      'changed',
      {
        expected_price: ['The asking price is $190,000 now.'],
        expected_fee: ['The platform fee is $997 now.'],
      },
    ])
    const again = { expected_price: 190_000, expected_fee: 997 }
    expect((await buyer.post('/offer', offerOn(buyer, propertyId, again))).status).toBe(201)
  })
})

describe('a draft', () => {
  test('keeps what was typed, one per deal, and becomes the offer', async () => {
    const buyer = await addBuyer(server)
    const propertyId = await addDeal()
    const keep = (terms: object) =>
      buyer.post('/offer', { property_id: propertyId, is_draft: true, terms, proof_id: buyer.proofId })
    const first = await keep({ price_cents: 1_000_000 })
    const second = await keep({ price_cents: 2_000_000 })
    expect(second.body.data).toMatchObject({
      id: first.body.data.id,
      state: 'draft',
      price: 20_000,
      turn: null,
    })
    const { id, version } = second.body.data
    await buyer.put(`/offer/${id}`, { action: 'save', version, terms: { closing_on: '2099-01-31' } })
    const sent = await buyer.put(`/offer/${id}`, { action: 'submit', version, terms: { note: 'Now.' } })
    expect(sent.body.data).toMatchObject({
      id,
      state: 'submitted',
      price: 20_000,
      terms: { closing_on: '2099-01-31', note: 'Now.', financing: 'cash' },
    })
  })

  test('opens nothing of a deal that was taken down', async () => {
    const buyer = await addBuyer(server)
    const propertyId = await addDeal()
    await setDeal(propertyId, { listing: 'removed' })
    const { body } = await buyer.post('/offer', offerOn(buyer, propertyId, { is_draft: true }))
    expect(body.data.property).toMatchObject({ full_address: 'Waco, TX 76701', images: [] })
  })

  test('is nobody else’s business', async () => {
    const buyer = await addBuyer(server)
    const from = server.said.length
    const { body } = await buyer.post('/offer', offerOn(buyer, await addDeal(), { is_draft: true }))
    expect(server.said.slice(from)).toEqual([])
    expect((await seller.get(`/offers/${body.data.id}`)).status).toBe(404)
    const listed = (await seller.get('/offers')).body.data.map((offer: { id: number }) => offer.id)
    expect(listed).not.toContain(body.data.id)
  })

  test('is thrown away, but an offer that was sent is not', async () => {
    const buyer = await addBuyer(server)
    const { body } = await buyer.post('/offer', offerOn(buyer, await addDeal(), { is_draft: true }))
    expect((await buyer.remove(`/offer/${body.data.id}`)).status).toBe(204)
    expect((await buyer.get(`/offer/${body.data.id}`)).status).toBe(404)
    const sent = await sendOffer(buyer, await addDeal())
    const refused = await buyer.remove(`/offer/${sent.id}`)
    expect([refused.status, refused.body.errors]).toEqual([409, { state: ['submitted'] }])
  })
})

test('while an offer is active its buyer keeps a phone number', async () => {
  const buyer = await addBuyer(server)
  const phones = await server.database.db
    .selectFrom('customer_phones')
    .select('id')
    .where('customer_id', '=', buyer.id)
    .execute()
  const offer = await sendOffer(buyer, await addDeal())
  const remove = () =>
    server.call('DELETE', `/customer/api/entity-phone/${phones[0]?.id}`, { token: buyer.token })
  expect((await remove()).status).toBe(409)
  await buyer.put(`/offer/${offer.id}`, { action: 'withdraw', version: offer.version })
  expect((await remove()).status).toBe(200)
})
