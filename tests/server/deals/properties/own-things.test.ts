/** Notes, calculator inputs and reports of a customer, the area of a deal, and the dictionaries that a cache may keep. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { neighborhoodOf } from '#server/deals/properties/neighborhood.ts'
import { ASSUMPTIONS_MAX } from '#shared/contract/limits.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addDeal } from './add-deal.ts'

let server: TestServer
let seller: Seller
let buyer: Person
let id: number
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount()
  buyer = await server.addCustomer()
  id = await addDeal(server, seller.id)
})
afterAll(() => server.close())

const API = '/customer/api'
const save = (body: unknown, propertyId = id, token = buyer.token) =>
  server.call('PUT', `${API}/properties/${propertyId}/notes`, { token, body })
const report = (body: unknown, propertyId = id, token = buyer.token) =>
  server.call('POST', `${API}/properties/${propertyId}/reports`, { token, body })

describe('what a customer keeps about a deal', () => {
  it('stays but for what is given anew, and is theirs alone', async () => {
    await save({ note: 'Call Sam', tags: ['Flip', 'Flip', 'North'] })
    const kept = await save({ assumptions: { repairs: 24_000 } })
    expect(kept.body.data).toEqual({
      is_favourite: false,
      note: 'Call Sam',
      tags: ['Flip', 'North'],
      assumptions: { repairs: 24_000 },
    })
    const other = await server.addCustomer()
    const seen = await server.call('GET', `${API}/properties/${id}`, { token: other.token })
    expect(seen.body.data.customer.note).toBeNull()
  })

  it('becomes what they begin with elsewhere when they say so', async () => {
    const dana = await server.addCustomer()
    const defaults = async () =>
      (await server.call('GET', `${API}/deal-defaults`, { token: dana.token })).body.assumptions
    await save({ assumptions: { rule: 70 } }, id, dana.token)
    expect(await defaults()).toEqual({})
    await save({ assumptions: { rule: 65 }, as_default: true }, id, dana.token)
    expect(await defaults()).toEqual({ rule: 65 })
  })

  it('cannot be about a draft, and has an end', async () => {
    const draft = await addDeal(server, seller.id, { listing: 'draft' })
    expect((await save({ note: 'x' }, draft)).status).toBe(404)
    expect((await save({ note: 'x' }, 999_999)).status).toBe(404)
    const many = Object.fromEntries(Array.from({ length: ASSUMPTIONS_MAX + 1 }, (_, n) => [`a${n}`, n]))
    expect((await save({ assumptions: many })).status).toBe(422)
    expect((await save({ note: 'x'.repeat(4001) })).status).toBe(422)
    expect((await save({ assumptions: { 'a\0': 1 } })).status).toBe(422)
    expect((await save({ assumptions: { '\ud800': 1 } })).status).toBe(422)
  })
})

describe('a report', () => {
  it('is taken once for each reason until somebody has looked at it, also when sent twice at once', async () => {
    const dana = await server.addCustomer()
    const answers = await Promise.all([
      report({ reason: 'duplicate', details: ' Same as 12 ' }, id, dana.token),
      report({ reason: 'duplicate' }, id, dana.token),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await report({ reason: 'other' }, id, dana.token)).status).toBe(201)
    const again = await report({ reason: 'duplicate' }, id, dana.token)
    expect(again.body.errors.reason[0]).toContain('reported this already')
    const { db } = server.database
    const closed = { closed_at: new Date() }
    await db.updateTable('property_reports').set(closed).where('customer_id', '=', dana.id).execute()
    expect((await report({ reason: 'duplicate' }, id, dana.token)).status).toBe(201)
  })
})

describe('the neighborhood of a deal', () => {
  const areaOf = async (propertyId: number) =>
    (await server.call('GET', `${API}/properties/${propertyId}/neighborhood`)).body.data

  it('says where each figure is from and of when, and what else is offered there', async () => {
    const place = { city: 'Bryan', zip: '77801' }
    const own = await addDeal(server, seller.id, place)
    await addDeal(server, seller.id, { ...place, status: 1 })
    await addDeal(server, seller.id, { ...place, status: 2 })
    await addDeal(server, seller.id, { ...place, listing: 'draft' })
    const area = await areaOf(own)
    expect(area).toMatchObject({ name: 'Bryan, 77801', nearby: { available: 1, pending: 1, sold: 1 } })
    expect(area.trend).toHaveLength(24)
    for (const { source, as_of } of [...area.figures, ...area.schools]) {
      expect(source).not.toBe('')
      expect(Date.parse(as_of)).toBeLessThan(Date.now())
    }
  })

  it('is the same for a hidden deal as for its neighbor', async () => {
    const place = { city: 'Hearne', zip: '77859' }
    const shown = await addDeal(server, seller.id, place)
    const hidden = await addDeal(server, seller.id, { ...place, is_street_shown: false, latitude: 31.6 })
    expect(await areaOf(hidden)).toEqual(await areaOf(shown))
  })

  it('of a company that closes is the one around the place that is shown, not around the house', async () => {
    const { db } = server.database
    const closing = await server.addAccount('Closing Homes')
    const id = await addDeal(server, closing.id, { city: 'Calvert', zip: '77837' })
    const asked: boolean[] = []
    const reports = {
      of: async (_row: unknown, { hasAddress }: { hasAddress: boolean }) => void asked.push(hasAddress),
    }
    const look = () => neighborhoodOf({ db, reports: reports as never }, { id, who: null })
    await look()
    const closes_at = new Date(Date.now() + 14 * 86_400_000)
    await db.updateTable('accounts').set({ closes_at }).where('id', '=', closing.id).execute()
    await look()
    expect(asked).toEqual([true, false])
  })

  it('of a draft is not there', async () => {
    const draft = await addDeal(server, seller.id, { listing: 'draft' })
    expect((await server.call('GET', `${API}/properties/${draft}/neighborhood`)).status).toBe(404)
  })
})

describe('the dictionaries', () => {
  it.each(['dictionaries', 'parking-type'])('%s are sent once and asked for by their tag', async (path) => {
    const first = await server.call('GET', `${API}/${path}`)
    expect(JSON.stringify(first.body)).toContain('Carport')
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect(await server.call('GET', `${API}/${path}`, { headers })).toMatchObject({ status: 304, body: '' })
  })
})
