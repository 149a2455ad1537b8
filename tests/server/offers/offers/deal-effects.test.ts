/** What a status that the seller sets by hand does to the offers on the deal (checklist OFR-34). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import { addStaff } from '#tests/server/admin/staff.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type SellerSide, sendOffer, threadOf, topUp } from './scene.ts'

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
      type: 'outbound',
      action: 'offer_expired',
      body: words,
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

test('the deal of a suspended seller with an accepted offer is in no list, and the offer goes on', async () => {
  const suspended = await addSeller(server)
  const staff = await addStaff(server, 'Avery')
  const suspend = (is_suspended: boolean) =>
    server.call('PUT', `/admin/api/accounts/${suspended.id}/suspension`, {
      token: staff.token,
      body: { is_suspended, reason: 'Reported by three buyers.' },
    })
  const propertyId = await server.addProperty(suspended.id)
  const buyer = await addBuyer(server)
  await topUp(server, buyer.id, 200_000)
  const { id, version } = await sendOffer(buyer, propertyId)
  await suspended.put(`/offers/${id}`, { action: 'accept', version })
  const before = await server.call('GET', '/customer/api/properties')
  const idAt = before.body.columns.indexOf('id')
  const idsOf = ({ body }: Pick<typeof before, 'body'>) => body.data.map((row: unknown[]) => row[idAt])
  expect(idsOf(before)).toContain(propertyId)
  expect((await suspend(true)).status).toBe(200)
  expect(idsOf(await server.call('GET', '/customer/api/properties'))).not.toContain(propertyId)
  expect((await buyer.get(`/offer/${id}/confirm`)).body.data).toMatchObject({ state: 'confirmed' })
  await suspend(false)
  expect(idsOf(await server.call('GET', '/customer/api/properties'))).toContain(propertyId)
})

test('a suspended seller’s accepted offer is signed and closed by staff, and its buyer reads why', async () => {
  const suspended = await addSeller(server)
  const staff = await addStaff(server, 'Blake')
  const console = (method: 'GET' | 'PUT', url: string, body?: object) =>
    server.call(method, `/admin/api${url}`, { token: staff.token, ...(body ? { body } : {}) })
  const suspend = (is_suspended: boolean) =>
    console('PUT', `/accounts/${suspended.id}/suspension`, { is_suspended, reason: 'Reported by buyers.' })
  const bound = async () => (await console('GET', `/accounts/${suspended.id}/offers`)).body.data
  const move = async (action: string, more: object = {}) => {
    const [{ id, version }] = await bound()
    const reason = 'The title company confirmed it.'
    return console('PUT', `/offers/${id}`, { action, version, reason, ...more })
  }
  const propertyId = await server.addProperty(suspended.id)
  const buyer = await addBuyer(server)
  await topUp(server, buyer.id, 200_000)
  const { id, version } = await sendOffer(buyer, propertyId)
  const open = await console('PUT', `/offers/${id}`, {
    action: 'close',
    version,
    reason: 'Not accepted yet.',
  })
  expect([open.status, open.body.code]).toEqual([409, 'not_suspended'])
  await suspended.put(`/offers/${id}`, { action: 'accept', version })
  expect((await buyer.get(`/offer/${id}/confirm`)).body.data).toMatchObject({ state: 'confirmed' })
  expect(await bound()).toMatchObject([{ id, state: 'confirmed', moves: [] }])
  const early = await move('sign')
  expect([early.status, early.body.code]).toEqual([409, 'not_suspended'])

  await suspend(true)
  expect((await suspended.get(`/offers/${id}`)).status).toBe(401)
  expect(await bound()).toMatchObject([{ state: 'confirmed', moves: ['sign', 'fall_through'] }])
  const stale = await move('sign', { version: 0 })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
  expect((await move('sign')).body.data).toMatchObject({
    state: 'under_contract',
    moves: ['close', 'fall_through'],
  })
  expect((await move('close')).body.data).toMatchObject({ state: 'closed', moves: [] })
  expect(await bound()).toEqual([])
  expect((await buyer.get(`/offer/${id}`)).body.data).toMatchObject({ state: 'closed' })
  expect((await threadOf(server, buyer.id, suspended.id)).at(-1)).toMatchObject({
    action: 'offer_closed',
    body: expect.stringContaining('The title company confirmed it.'),
  })
  const audit = server.database.db.selectFrom('audit_log').select(['actor_kind', 'actor_id'])
  expect(await audit.where('action', '=', 'offer.close').where('subject_id', '=', id).execute()).toEqual([
    { actor_kind: 'staff', actor_id: staff.id },
  ])
})
