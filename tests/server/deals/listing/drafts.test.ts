/** Drafts: begun, saved field by field, previewed, and listed once nothing that buyers need is missing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NEW_DEAL } from '#marketplace/seller/deals/new-deal.ts'
import { sweepExpired } from '#server/offers/deal-status/expiry-sweep.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { COMPLETE, editorOf } from './scene.ts'

let server: TestServer
let seller: Seller
let editor: ReturnType<typeof editorOf>
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount()
  editor = editorOf(server, seller)
})
afterAll(() => server.close({ graceMs: 0 }))

const pageOf = (id: number, query = '') => server.call('GET', `/customer/api/properties/${id}${query}`)
const listedIds = async (): Promise<unknown[]> =>
  (await server.call('GET', '/customer/api/properties')).body.data.map((row: unknown[]) => row[0])

describe('a draft', () => {
  it('is begun empty, belongs to who began it, and is in no list', async () => {
    const deal = await editor.create()
    expect(deal).toMatchObject({ listing: 'draft', status: 'available' })
    expect(deal.fields).toMatchObject({ address: '', price: null, manager_id: seller.memberId, tags: [] })
    expect(await listedIds()).not.toContain(deal.id)
    expect((await pageOf(deal.id)).status).toBe(404)
  })

  it('is begun with what the editor shows before it is there, except that who began it is its contact', async () => {
    const { fields, time_zone } = await editor.create()
    expect({ ...fields, manager_id: null }).toEqual(NEW_DEAL.fields)
    expect(time_zone).toBe(NEW_DEAL.time_zone)
  })

  it('begun twice under one key is one draft', async () => {
    const ask = () =>
      server.call('POST', '/account/api/deals', {
        token: seller.token,
        body: { title: 'Once' },
        headers: { 'idempotency-key': 'draft-1' },
      })
    const answers = await Promise.all([ask(), ask()])
    expect(answers[0]?.body.data.id).toBe(answers[1]?.body.data.id)
  })

  it('keeps the fields that a save does not name', async () => {
    const { id } = await editor.create({ title: 'Brick ranch', price: 185_000 })
    await editor.save(id, { price: 179_000 })
    await editor.save(id, { tags: [1, 4], condition: 'light_rehab', occupancy: 'vacant' })
    expect((await editor.read(id)).fields).toMatchObject({
      title: 'Brick ranch',
      price: 179_000,
      tags: [1, 4],
      condition: 'light_rehab',
      occupancy: 'vacant',
    })
    await editor.save(id, { title: '', tags: [] })
    expect((await editor.read(id)).fields).toMatchObject({ title: null, tags: [] })
  })

  it('finds its place, county and time zone by the ZIP code', async () => {
    const { id } = await editor.create(COMPLETE)
    const deal = await editor.read(id)
    expect(deal.county).toBe('McLennan')
    expect(deal.time_zone).toBe('America/Chicago')
    expect(deal.fields.latitude).toBeCloseTo(31.5, 0)
  })

  it('takes an exact place in its state and refuses one elsewhere', async () => {
    const { id } = await editor.create(COMPLETE)
    expect((await editor.save(id, { latitude: 31.5601, longitude: -97.1402 })).status).toBe(200)
    const { status, body } = await editor.save(id, { latitude: 40.71, longitude: -74 })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['latitude']])
    expect((await editor.read(id)).fields.latitude).toBe(31.5601)
  })

  it('has the county of its ZIP code while its address is hidden, wherever in it the house is', async () => {
    // Beyond the county's border; the address says Waco all the same.
    const inHillCounty = { latitude: 31.99, longitude: -97.13 }
    const { id } = await editor.create({ ...COMPLETE, ...inHillCounty })
    expect((await editor.read(id)).county).toBe('Hill')
    await editor.save(id, { is_street_shown: false })
    expect(await editor.read(id)).toMatchObject({ county: 'McLennan', fields: inHillCounty })
    await editor.save(id, { latitude: 31.98 })
    expect((await editor.read(id)).county).toBe('McLennan')
    await editor.save(id, { is_street_shown: true })
    expect((await editor.read(id)).county).toBe('Hill')
  })

  it('is shown to who has its preview link', async () => {
    const { id, preview_url: link } = await editor.create(COMPLETE)
    const hash = new URL(link, 'http://localhost').searchParams.get('preview_hash')
    expect((await pageOf(id, `?preview_hash=${hash}`)).body.data.listing).toBe('draft')
    expect((await pageOf(id, '?preview_hash=guessed')).status).toBe(404)
  })

  it('tells nobody but its company what its seller pays, before it is listed and after', async () => {
    const { id, preview_url: link } = await editor.create({ ...COMPLETE, contract_price: 151_234 })
    expect((await editor.read(id)).fields.contract_price).toBe(151_234)
    const hash = new URL(link, 'http://localhost').searchParams.get('preview_hash')
    const shown = [await pageOf(id, `?preview_hash=${hash}`)]
    await editor.publish(id)
    await editor.save(id, { contract_price: 152_341 })
    shown.push(await pageOf(id), await server.call('GET', '/customer/api/properties'))
    for (const { status, body } of shown) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/contract_price|151234|152341/)
    }
  })

  it('is thrown away, and a listed deal is not', async () => {
    const draft = await editor.create(COMPLETE)
    expect((await editor.call('DELETE', `/account/api/deals/${draft.id}`)).status).toBe(204)
    expect((await editor.call('GET', `/account/api/deals/${draft.id}`)).status).toBe(404)
    const listed = await editor.create(COMPLETE)
    await editor.publish(listed.id)
    expect((await editor.call('DELETE', `/account/api/deals/${listed.id}`)).status).toBe(409)
  })

  it('cannot ride on a message', async () => {
    const buyer = await server.addCustomer()
    await server.introduce(buyer, seller)
    const { id } = await editor.create(COMPLETE)
    const answer = await editor.call('POST', `/account/api/customers/${buyer.id}/text-messages`, {
      property_id: id,
    })
    expect(answer.status).toBe(422)
  })

  it('refuses a person of another company as its contact, and a date that is none', async () => {
    const rival = await server.addAccount('Rival Homes')
    const { id } = await editor.create()
    const other = await editor.save(id, { manager_id: rival.memberId })
    expect(Object.keys(other.body.errors)).toEqual(['manager_id'])
    const date = await editor.save(id, { closing_at: 'soon' })
    expect(Object.keys(date.body.errors)).toEqual(['closing_at'])
  })
})

describe('publishing', () => {
  it('names each required field that is missing', async () => {
    const { id } = await editor.create({ city: 'Waco', price: 185_000 })
    const { status, body } = await editor.publish(id)
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual(
      ['address', 'arv', 'baths', 'beds', 'property_type_id', 'sqft', 'state', 'zip'].sort(),
    )
  })

  it('asks for a lot and not for rooms of land', async () => {
    const { id } = await editor.create({
      ...COMPLETE,
      property_type_id: 9,
      beds: null,
      baths: null,
      sqft: null,
    })
    expect(Object.keys((await editor.publish(id)).body.errors)).toEqual(['lot_size'])
  })

  it('refuses repairs that contradict themselves, and a ZIP code of another state', async () => {
    const repairs = await editor.create({ ...COMPLETE, repair_min: 50_000, repair_max: 20_000 })
    expect(Object.keys((await editor.publish(repairs.id)).body.errors)).toEqual(['repair_max'])
    const zip = await editor.create({ ...COMPLETE, zip: '10001' })
    expect(Object.keys((await editor.publish(zip.id)).body.errors)).toEqual(['zip'])
  })

  it('puts the deal into the list and begins its history', async () => {
    const { id } = await editor.create(COMPLETE)
    server.said.length = 0
    const { status, body } = await editor.publish(id)
    expect([status, body.data.listing]).toEqual([200, 'listed'])
    expect(await listedIds()).toContain(id)
    expect(body.data.price_changes).toMatchObject([{ kind: 'listed', price: 185_000 }])
    expect(server.said.map(({ event }) => event)).toEqual(['PropertyUpdated'])
    await editor.publish(id)
    expect((await editor.read(id)).price_changes).toHaveLength(1)
  })

  it('has no last day that is over', async () => {
    const { id } = await editor.create(COMPLETE)
    const { body } = await editor.publish(id, { expires_at: '2020-01-01T00:00:00Z' })
    expect(Object.keys(body.errors)).toEqual(['expires_at'])
  })
})

describe('a listed deal', () => {
  const listed = async (fields: object = {}) => {
    const { id } = await editor.create({ ...COMPLETE, ...fields })
    await editor.publish(id)
    return id
  }

  it('notes a change of its ARV beside those of its price', async () => {
    const id = await listed()
    await editor.save(id, { arv: 255_000 })
    await editor.save(id, { arv: 255_000 })
    const { price_changes } = (await pageOf(id)).body.data
    expect(price_changes.slice(1)).toMatchObject([{ kind: 'arv', arv: 255_000 }])
  })

  it('notes a change of its price, for everybody', async () => {
    const id = await listed()
    server.said.length = 0
    await editor.save(id, { price: 175_000 })
    const { body } = await pageOf(id)
    expect(body.data.price).toBe(175_000)
    expect(body.data.price_changes).toMatchObject([
      { kind: 'listed', price: 185_000 },
      { kind: 'price', price: 175_000 },
    ])
    expect(server.said.map(({ event }) => event)).toEqual(['PropertyUpdated'])
  })

  it('loses nothing that buyers need', async () => {
    const id = await listed()
    const { status, body } = await editor.save(id, { arv: null, title: 'New title' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['arv']])
    expect((await editor.read(id)).fields).toMatchObject({ arv: 260_000, title: null })
  })

  it('that lacked something before is changed all the same', async () => {
    const id = await server.addProperty(seller.id)
    expect((await editor.save(id, { title: 'Imported' })).status).toBe(200)
  })

  it('is taken down on its last day, unless somebody is buying it', async () => {
    const [over, bought] = [await listed(), await listed()]
    const later = Date.now() + 60_000
    for (const id of [over, bought]) await editor.save(id, { expires_at: new Date(later).toISOString() })
    await editor.call('PUT', `/account/api/properties/${bought}/status`, { status: 'pending' })
    const deps = { ...server, db: server.database.db, prefix: 'App', nowMs: Date.now }
    const messenger = { announce: () => Promise.reject(new Error('There is nothing to say.')) }
    await sweepExpired({ ...deps, messenger }, later - 1)
    expect(await listedIds()).toContain(over)
    await sweepExpired({ ...deps, messenger }, later)
    const ids = await listedIds()
    expect([ids.includes(over), ids.includes(bought)]).toEqual([false, true])
    expect((await editor.read(over)).listing).toBe('removed')
  })
})

describe('the same house', () => {
  it('is told by its parcel and by its address, of others only where everybody sees the street', async () => {
    const rival = editorOf(server, await server.addAccount('Rival Homes'))
    const place = { ...COMPLETE, address: '77 Twin Oak Dr', parcel: '48-309-0771' }
    const [shown, hidden] = [await rival.create(place), await rival.create(place)]
    await rival.publish(shown.id)
    await rival.save(hidden.id, { is_street_shown: false })
    await rival.publish(hidden.id)
    const own = await editor.create({ ...place, parcel: null })
    const again = await editor.create({ parcel: place.parcel })
    expect((await editor.read(own.id)).duplicates.map(({ id }) => id)).toEqual([shown.id])
    expect((await editor.read(again.id)).duplicates).toMatchObject([{ id: shown.id, is_own: false }])
    await editor.save(own.id, { parcel: place.parcel })
    expect((await editor.read(again.id)).duplicates.map(({ id }) => id)).toEqual([shown.id, own.id])
  })
})
