/** Both sides negotiate: moves by the graph, the card's messages, backups, the deal's status, closing and what falls through. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walletOf } from '#server/payments/routes.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, sendOffer, threadOf, topUp } from './scene.ts'

let server: TestServer
let seller: SellerSide
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
  seller = await addSeller(server)
})
afterAll(() => server.close())

const FEE_CENTS = 99_700
const addDeal = () => server.addProperty(seller.id)
const statusOf = async (id: number) =>
  (await server.call('GET', `/customer/api/properties/${id}`)).body.data.status as string
const actionsOf = async (buyer: Buyer) =>
  (await threadOf(server, buyer.id, seller.id)).map(({ action, type }) => `${type} ${action}`)

async function scene() {
  const buyer = await addBuyer(server)
  const propertyId = await addDeal()
  const { id, version } = await sendOffer(buyer, propertyId)
  return { buyer, propertyId, id, version }
}
const move = (side: Pick<Buyer | SellerSide, 'put'>, id: number, body: { action: string; version: number }) =>
  side.put(pathOf(side, id), body)
const pathOf = (side: object, id: number) => (side === seller ? `/offers/${id}` : `/offer/${id}`)

/** Accepted by the seller; the buyer's wallet holds the fee. */
async function accepted() {
  const found = await scene()
  await topUp(server, found.buyer.id, 2 * FEE_CENTS)
  const { body } = await move(seller, found.id, { action: 'accept', version: found.version })
  return { ...found, version: body.data.version as number }
}
const confirm = (buyer: Buyer, id: number, fee = '') => buyer.get(`/offer/${id}/confirm${fee}`)

describe('a negotiation', () => {
  test('goes back and forth with the whole terms each time, and ends in an accepted offer', async () => {
    const { buyer, id, version, propertyId } = await scene()
    const terms = { price_cents: 17_000_000, entity_id: 5, note: 'Roof is new.' }
    const countered = await seller.put(`/offers/${id}`, { action: 'counter', version, terms })
    expect(countered.body.data).toMatchObject({
      state: 'countered',
      turn: 'buyer',
      version: version + 1,
      price: 170_000,
      terms: { price_cents: 17_000_000, entity_id: null, inspection_days: 7, note: 'Roof is new.' },
      buyer_card: { id: buyer.id, has_deposit: true, is_email_confirmed: true },
    })
    const back = await buyer.put(`/offer/${id}`, {
      action: 'counter',
      version: version + 1,
      terms: { price_cents: 16_000_000 },
    })
    expect(back.body.data).toMatchObject({ state: 'countered_by_buyer', turn: 'seller', terms: { note: '' } })
    const revised = await buyer.put(`/offer/${id}`, {
      action: 'revise',
      version: version + 2,
      terms: { price_cents: 16_500_000 },
    })
    expect(revised.body.data).toMatchObject({ state: 'countered_by_buyer', price: 165_000 })
    const done = await seller.put(`/offers/${id}`, { action: 'accept', version: version + 3 })
    expect(done.body.data).toMatchObject({ state: 'accepted', turn: 'buyer', price: 165_000 })
    expect(
      done.body.data.moves.map((one: { kind: string; name: string }) => `${one.name}: ${one.kind}`),
    ).toEqual([
      'Dana Whitfield: submit',
      'Bluebonnet Homes: counter',
      'Dana Whitfield: counter',
      'Dana Whitfield: revise',
      'Bluebonnet Homes: accept',
    ])
    expect(await actionsOf(buyer)).toEqual([
      'inbound offer',
      'outbound offer_countered',
      'inbound offer_countered',
      'inbound offer_revised',
      'outbound offer_accepted',
    ])
    expect(await statusOf(propertyId)).toBe('pending')
  })

  test('gives the other side its whole time with each move', async () => {
    const { id, version } = await scene()
    const { body } = await seller.put(`/offers/${id}`, {
      action: 'counter',
      version,
      terms: { answer_hours: 72 },
    })
    const hours = (Date.parse(body.data.expires_at) - Date.parse(body.data.updated_at)) / 3_600_000
    expect(hours).toBe(72)
  })

  test('refuses a move on what was seen before another move, and says where it stands', async () => {
    const { buyer, id, version } = await scene()
    await seller.put(`/offers/${id}`, { action: 'counter', version })
    const late = await buyer.put(`/offer/${id}`, { action: 'accept', version })
    expect([late.status, late.body.code, late.body.errors]).toEqual([409, 'stale', { state: ['countered'] }])
  })

  test('takes the same answer once when it is pressed twice', async () => {
    const { buyer, id, version } = await scene()
    const press = () => seller.put(`/offers/${id}`, { action: 'accept', version })
    const presses = await Promise.all([press(), press()])
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(presses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'not_now',
      errors: { state: ['accepted'] },
    })
    expect(await actionsOf(buyer)).toEqual(['inbound offer', 'outbound offer_accepted'])
  })

  test.each([
    { who: 'buyer', action: 'accept' },
    { who: 'buyer', action: 'counter' },
    { who: 'buyer', action: 'resend' },
    { who: 'buyer', action: 'request_release' },
    { who: 'seller', action: 'sign' },
    { who: 'seller', action: 'close' },
    { who: 'seller', action: 'fall_through' },
    { who: 'seller', action: 'refuse_release' },
  ])('refuses the $who to $action an offer that waits for the seller', async ({ who, action }) => {
    const { buyer, id, version } = await scene()
    const { status, body } = await move(who === 'buyer' ? buyer : seller, id, { action, version })
    expect([status, body.code, body.errors]).toEqual([409, 'not_now', { state: ['submitted'] }])
  })

  test('ends when the buyer withdraws, with a reason in the thread', async () => {
    const { buyer, id, version } = await scene()
    await buyer.put(`/offer/${id}`, { action: 'withdraw', version, reason: 'Found another one.' })
    const [, last] = await threadOf(server, buyer.id, seller.id)
    expect(last).toMatchObject({ action: 'offer_withdrawn', body: 'Found another one.' })
  })

  test('is for its two sides alone', async () => {
    const { id, version } = await scene()
    const stranger = await addBuyer(server, 'Otto Other')
    const rival = await addSeller(server, 'Rival Homes')
    expect((await stranger.get(`/offer/${id}`)).status).toBe(404)
    expect((await rival.get(`/offers/${id}`)).status).toBe(404)
    expect((await stranger.put(`/offer/${id}`, { action: 'withdraw', version })).status).toBe(404)
    expect((await rival.put(`/offers/${id}`, { action: 'accept', version })).status).toBe(404)
    expect((await rival.post(`/offers/${id}/document-requests`, { message: 'Papers?' })).status).toBe(404)
  })
})

describe('an accepted offer', () => {
  test('makes the other offers backups, which are told and cannot be accepted as well', async () => {
    const { propertyId, id, version } = await scene()
    const other = await addBuyer(server, 'Marcus Reyes')
    const second = await sendOffer(other, propertyId)
    await seller.put(`/offers/${id}`, { action: 'accept', version })
    const seen = (await other.get(`/offer/${second.id}`)).body.data
    expect(seen).toMatchObject({ state: 'submitted', is_backup: true })
    expect(await actionsOf(other)).toEqual(['inbound offer', 'outbound offer_backup'])
    const refused = await seller.put(`/offers/${second.id}`, { action: 'accept', version: second.version })
    expect([refused.status, refused.body.code]).toEqual([409, 'taken'])
    const third = await sendOffer(await addBuyer(server, 'Priya Raman'), propertyId)
    expect(third).toMatchObject({ state: 'submitted', is_backup: true })
  })

  test('is confirmed once, and the fee is paid once', async () => {
    const { buyer, id } = await accepted()
    const [first, again] = await Promise.all([confirm(buyer, id, '?expected_fee=997'), confirm(buyer, id)])
    expect([first.status, again.status]).toEqual([200, 200])
    expect(first.body.data).toMatchObject({ state: 'confirmed', expires_at: null })
    expect((await walletOf(server.database.db, buyer.id)).balanceCents).toBe(FEE_CENTS)
    expect(await actionsOf(buyer)).toEqual([
      'inbound offer',
      'outbound offer_accepted',
      'inbound offer_confirmed',
    ])
  })

  test('is not confirmed at another fee than was seen, nor without the money', async () => {
    const { buyer, id } = await accepted()
    expect((await confirm(buyer, id, '?expected_fee=900')).body.code).toBe('changed')
    const poor = await scene()
    await seller.put(`/offers/${poor.id}`, { action: 'accept', version: poor.version })
    expect((await confirm(poor.buyer, poor.id)).body).toMatchObject({ code: 'funds' })
    expect((await poor.buyer.get(`/offer/${poor.id}`)).body.data.state).toBe('accepted')
  })

  test('is mailed to its buyer with a way to a page, not to the confirmation itself', async () => {
    const { buyer, id } = await accepted()
    const { db } = server.database
    const queued = db.selectFrom('deliveries').select('content').where('channel', '=', 'email')
    const mails = await queued.where('customer_id', '=', buyer.id).execute()
    expect(mails).toMatchObject([
      {
        content: {
          subject: 'Your offer was accepted: 412 Live Oak St, Waco, TX 76701',
          button: { url: `/offer/${id}/confirm` },
        },
      },
    ])
    expect(JSON.stringify(mails)).not.toContain('/customer/api/')
  })

  test('goes by contract and steps to closing, which sells the deal and ends the other offers', async () => {
    const { buyer, propertyId, id } = await accepted()
    const other = await addBuyer(server, 'Marcus Reyes')
    const backup = await sendOffer(other, propertyId)
    const { body } = await confirm(buyer, id)
    const signed = await seller.put(`/offers/${id}`, { action: 'sign', version: body.data.version })
    expect(signed.body.data.state).toBe('under_contract')
    const ticked = await buyer.put(`/offer/${id}/steps/inspection`, { is_done: true, note: 'Fine.' })
    expect(stepOf(ticked, 'inspection')).toMatchObject({ done_by: 'buyer', note: 'Fine.' })
    expect((await buyer.put(`/offer/${id}/steps/title_opened`, { is_done: true })).status).toBe(403)
    expect((await seller.put(`/offers/${id}/steps/title_opened`, { due_on: '2099-02-30' })).status).toBe(422)
    const due = await seller.put(`/offers/${id}/steps/title_opened`, { due_on: '2099-02-01', is_done: true })
    expect(stepOf(due, 'title_opened')).toMatchObject({ done_by: 'seller', due_on: '2099-02-01' })
    const closed = await seller.put(`/offers/${id}`, { action: 'close', version: signed.body.data.version })
    expect(closed.body.data).toMatchObject({ state: 'closed', turn: null })
    expect(stepOf(closed, 'closed').done_at).not.toBeNull()
    expect(await statusOf(propertyId)).toBe('sold')
    expect((await other.get(`/offer/${backup.id}`)).body.data).toMatchObject({
      state: 'expired',
      is_backup: false,
    })
    expect((await actionsOf(other)).at(-1)).toBe('outbound offer_expired')
    const again = await other.put(`/offer/${backup.id}`, { action: 'resend', version: backup.version + 1 })
    expect([again.status, again.body.code]).toEqual([409, 'deal_closed'])
  })

  test('that falls through frees the deal, gives the fee back and tells the backups', async () => {
    const { buyer, propertyId, id } = await accepted()
    const other = await addBuyer(server, 'Marcus Reyes')
    const backup = await sendOffer(other, propertyId)
    const { body } = await confirm(buyer, id)
    const asked = await buyer.put(`/offer/${id}`, {
      action: 'request_release',
      version: body.data.version,
      reason: 'The loan fell apart.',
    })
    expect(asked.body.data).toMatchObject({ state: 'confirmed', release_reason: 'The loan fell apart.' })
    expect(asked.body.data.release_requested_at).not.toBeNull()
    const refused = await seller.put(`/offers/${id}`, {
      action: 'refuse_release',
      version: asked.body.data.version,
    })
    expect(refused.body.data.release_requested_at).toBeNull()
    await seller.put(`/offers/${id}`, { action: 'fall_through', version: refused.body.data.version })
    expect(await statusOf(propertyId)).toBe('available')
    expect((await walletOf(server.database.db, buyer.id)).balanceCents).toBe(2 * FEE_CENTS)
    expect((await other.get(`/offer/${backup.id}`)).body.data).toMatchObject({
      state: 'submitted',
      is_backup: false,
    })
    expect((await actionsOf(other)).at(-1)).toBe('outbound offer_backup')
  })
})

const stepOf = ({ body }: Awaited<ReturnType<TestServer['call']>>, step: string) =>
  body.data.steps.find((one: { step: string }) => one.step === step)

describe('the seller app', () => {
  test('lists those that wait for the seller first', async () => {
    const own = await addSeller(server, 'Waiting Homes')
    const buyer = await addBuyer(server)
    const answered = await sendOffer(buyer, await server.addProperty(own.id))
    const waiting = await sendOffer(buyer, await server.addProperty(own.id))
    await own.put(`/offers/${answered.id}`, { action: 'counter', version: answered.version })
    const { body } = await own.get('/offers')
    expect(body.data.map((offer: { id: number }) => offer.id)).toEqual([waiting.id, answered.id])
    expect(body.data[0].buyer_card).toMatchObject({ name: 'Dana Whitfield', has_proof_of_funds: true })
    expect(JSON.stringify(body.data)).not.toContain(buyer.email)
  })

  test('asks for documents in the thread, while the offer is active', async () => {
    const { buyer, id, version } = await scene()
    const ask = () =>
      seller.post(`/offers/${id}/document-requests`, { message: 'The operating agreement, please.' })
    expect((await ask()).status).toBe(204)
    expect((await threadOf(server, buyer.id, seller.id)).at(-1)).toMatchObject({
      type: 'outbound',
      action: 'offer_documents',
      body: 'The operating agreement, please.',
      offer_id: id,
    })
    await seller.put(`/offers/${id}`, { action: 'decline', version })
    expect((await ask()).status).toBe(409)
  })
})
