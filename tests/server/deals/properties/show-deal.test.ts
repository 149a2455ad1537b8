/** One deal over HTTP: what each may see of it, in every state it can be in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addDeal, addRequest } from './add-deal.ts'

let server: TestServer
let seller: Seller
let rival: Seller
let buyer: Person
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example' })
  seller = await server.addAccount()
  rival = await server.addAccount('Rival Homes')
  buyer = await server.addCustomer()
})
afterAll(() => server.close())

const url = (id: number, query = '') => `/customer/api/properties/${id}${query}`
const show = async (id: number, token?: string, query = '') =>
  server.call('GET', url(id, query), token ? { token } : {})
const dealFor = async (id: number, token?: string) => (await show(id, token)).body.data

describe('a deal whose texts name another hidden deal of its seller', () => {
  const told = {
    title: '9 Elm Street, like 1418 Sumpter St',
    access: 'Key at 1418 Sumpter. Parcel 48201-0451120.',
    description:
      '<p>9 Elm St, by Sumpter Hall. Sumpter <em>Street</em>: 31.6002, -97.1002. <a href="https://x.example/map">31.5493, -97.1467</a></p>',
  }
  const redacted = {
    title: '9 Elm Street, like (address on request)',
    access: 'Key at (address on request). Parcel (address on request).',
    description: expect.stringMatching(
      /9 Elm St, by Sumpter Hall\. \(address on request\)<em><\/em>\. <a .*>31\.5493, -97\.1467<\/a>/,
    ),
    images: [{ caption: 'Not (address on request)' }],
    documents: [{ title: 'Survey of (address on request)' }],
  }

  it('does not show its address to people without a grant', async () => {
    const homes = await server.addAccount()
    const hidden = await addDeal(server, homes.id, {
      address: '1418 Sumpter Street',
      parcel: '48201-0451120',
      is_street_shown: false,
      latitude: 31.600211,
      longitude: -97.100234,
    })
    const shown = await addDeal(server, homes.id, { address: '9 Elm Street', ...told })
    const { db } = server.database
    const of = { property_id: shown }
    await db
      .insertInto('property_images')
      .values({ ...of, position: 1, url: 'https://img.example/a.jpg', caption: 'Not 1418 Sumpter' })
      .execute()
    await db
      .insertInto('property_documents')
      .values({
        ...of,
        title: 'Survey of 1418 Sumpter',
        kind: 'survey',
        storage_key: 'a.pdf',
        content_type: 'application/pdf',
        size_bytes: 9,
      })
      .execute()
    for (const token of [undefined, buyer.token, rival.token])
      expect(await dealFor(shown, token)).toMatchObject(redacted)
    expect(await dealFor(shown, homes.token)).toMatchObject({ title: told.title, access: told.access })
    await addRequest(server, {
      customerId: buyer.id,
      propertyId: hidden,
      accountId: homes.id,
      state: 'granted',
    })
    expect(await dealFor(shown, buyer.token)).toMatchObject({ title: told.title, access: told.access })
  })
})

describe('a listed deal', () => {
  it('is shown with all that belongs to it', async () => {
    const { db } = server.database
    await db
      .updateTable('account_members')
      .set({ phone: '+17135550101' })
      .where('id', '=', seller.memberId)
      .execute()
    const id = await addDeal(server, seller.id, { manager_id: seller.memberId, price: 170_000 })
    await db
      .insertInto('price_changes')
      .values([
        { property_id: id, kind: 'price', price: 170_000, at: new Date('2026-01-20T12:00:00Z') },
        { property_id: id, kind: 'listed', price: 185_000, at: new Date('2026-01-10T12:00:00Z') },
      ])
      .execute()
    const deal = await dealFor(id, buyer.token)
    expect(deal).toMatchObject({
      id,
      status: 'available',
      listing: 'listed',
      title: 'Brick ranch',
      has_address: true,
      full_address: '412 Live Oak Street, Waco, TX 76701',
      public_address: 'Waco, TX 76701',
      location_precision: 'exact',
      latitude: 31.549312,
      longitude: -97.146671,
      state: { code: 'TX', name: 'Texas' },
      property_type: { id: 1, label: 'Single family' },
      parking_type: { id: 4, label: 'Driveway' },
      property_tags: [
        { id: 1, label: 'Vacant' },
        { id: 4, label: 'Light rehab' },
      ],
      condition: 'light_rehab',
      occupancy: 'vacant',
      half_bathrooms: 1,
      description: '<p>Vacant.</p>',
      dispositions_manager: { id: seller.memberId, name: 'Sam Ortega', phone: '+17135550101' },
      account: { id: seller.id, title: 'Bluebonnet Homes', deals_count: 1 },
      customer: { is_favourite: false, note: null, tags: [], assumptions: null },
      price_changes: [
        { kind: 'listed', price: 185_000 },
        { kind: 'price', price: 170_000 },
      ],
    })
    expect(deal.comparables.length).toBeGreaterThanOrEqual(6)
    expect(deal.score).toBeGreaterThan(0)
    expect((await dealFor(id)).dispositions_manager.phone).toBeNull()
  })

  it('is illustrated by drawings that say so until it has pictures', async () => {
    const id = await addDeal(server, seller.id)
    const land = await addDeal(server, seller.id, { property_type_id: 9 })
    const { images } = await dealFor(id)
    expect(images[0]).toMatchObject({
      url: 'https://plat.example/drawings/seeded/0012.svg',
      caption: 'Front',
      is_illustration: true,
    })
    expect(images[2].url).toBe('https://plat.example/drawings/seeded/0012-kitchen.svg')
    expect((await dealFor(land)).images).toHaveLength(2)
    await server.database.db
      .insertInto('property_images')
      .values({ property_id: id, position: 1, url: 'https://img.example/a.jpg', caption: 'Porch' })
      .execute()
    expect((await dealFor(id)).images).toMatchObject([
      { url: 'https://img.example/a.jpg', caption: 'Porch', is_illustration: false },
    ])
  })

  it('names others like it, the seller’s others, and who else offers the house', async () => {
    const place = { city: 'Temple', zip: '76501', parcel: '48027-1' }
    const own = await addDeal(server, seller.id, place)
    const twin = await addDeal(server, rival.id, { ...place, price: 179_000 })
    const far = await addDeal(server, rival.id, { ...place, parcel: null, price: 900_000 })
    const sold = await addDeal(server, rival.id, { ...place, parcel: null, status: 2 })
    const deal = await dealFor(own)
    expect(deal.duplicate_ids).toEqual([twin])
    expect(deal.similar_ids).toEqual([twin])
    expect(deal.similar_ids).not.toContain(far)
    expect(deal.similar_ids).not.toContain(sold)
    expect(deal.seller_deal_ids).not.toContain(own)
    expect(deal.seller_deal_ids.length).toBeGreaterThan(0)
    const [one] = [
      await addDeal(server, seller.id, { parcel: 'N/A' }),
      await addDeal(server, rival.id, { parcel: 'N/A' }),
    ]
    expect((await dealFor(one)).duplicate_ids).toEqual([])
  })

  it('is never linked with a hidden listing of the same parcel, in either direction and for any reader', async () => {
    const parcel = '48309-77'
    const mine = await addDeal(server, seller.id, { parcel, is_street_shown: false })
    const theirs = await addDeal(server, rival.id, { parcel, is_street_shown: false })
    const draft = await addDeal(server, rival.id, {
      parcel,
      is_street_shown: false,
      listing: 'draft',
      preview_hash: 'shown-by-its-link',
    })
    const granted = await server.addCustomer()
    for (const propertyId of [mine, theirs])
      await addRequest(server, { customerId: granted.id, propertyId, accountId: seller.id, state: 'granted' })
    const readers = [undefined, granted.token, seller.token, rival.token]
    for (const token of readers)
      for (const path of [mine, theirs, `${draft}?preview_hash=shown-by-its-link`]) {
        const { body } = await server.call('GET', `/customer/api/properties/${path}`, token ? { token } : {})
        expect(body.data.duplicate_ids).toEqual([])
      }
    // One whose street everybody sees is named to readers who know the address, and to nobody else.
    const shown = await addDeal(server, seller.id, { parcel })
    for (const [token, ids] of [
      [undefined, []],
      [rival.token, [shown]],
    ] as const) {
      const { body } = await server.call('GET', `/customer/api/properties/${theirs}`, token ? { token } : {})
      expect(body.data.duplicate_ids).toEqual(ids)
    }
    expect((await dealFor(shown)).duplicate_ids).toEqual([])
  })

  it('is shown at any price the database can hold', async () => {
    const id = await addDeal(server, seller.id, { price: 2_000_000_000 })
    expect((await show(id)).status).toBe(200)
  })

  it('counts the sessions that looked at it, without programs and its own seller', async () => {
    const id = await addDeal(server, seller.id)
    const at = '2026-01-05T10:00:00.000Z'
    const view = (session_id: string, given: { token?: string; agent?: string } = {}) =>
      server.call('POST', '/ui-events', {
        ...(given.token ? { token: given.token } : {}),
        headers: { 'user-agent': given.agent ?? 'Mozilla/5.0' },
        body: {
          events: [
            {
              event_type_slug: 'property_viewed',
              session_id,
              property_id: id,
              lastActivity: at,
              createdAt: at,
              activityStart: at,
            },
          ],
        },
      })
    await view('session-one')
    await view('session-one')
    await view('session-two')
    await view('session-bot', { agent: 'Googlebot/2.1' })
    await view('session-own', { token: seller.token })
    expect((await dealFor(id)).views_count).toBe(2)
  })
})

describe('a hidden address', () => {
  it('is not told by the name of the only picture there is', async () => {
    const file = '/photos/9-quillfeather-lane.jpg'
    const told = { address: '9 Quillfeather Lane', illustration: null, thumb_url: file }
    const hidden = await addDeal(server, seller.id, { ...told, is_street_shown: false })
    const shown = await addDeal(server, seller.id, told)
    expect((await dealFor(hidden)).images).toEqual([])
    expect((await dealFor(hidden, seller.token)).images).toHaveLength(1)
    expect((await dealFor(shown)).images).toHaveLength(1)
  })

  it('is told to its seller, and to whom it was granted, and to nobody else', async () => {
    const id = await addDeal(server, seller.id, { is_street_shown: false, address: '9 Quillfeather Lane' })
    const [granted, pending, declined] = [
      await server.addCustomer(),
      await server.addCustomer(),
      await server.addCustomer(),
    ]
    const of = { propertyId: id, accountId: seller.id }
    await addRequest(server, { ...of, customerId: granted.id, state: 'granted' })
    await addRequest(server, { ...of, customerId: pending.id, state: 'pending' })
    await addRequest(server, { ...of, customerId: declined.id, state: 'declined' })
    for (const token of [granted.token, seller.token])
      expect(await dealFor(id, token)).toMatchObject({
        has_address: true,
        full_address: '9 Quillfeather Lane, Waco, TX 76701',
        latitude: 31.549312,
        location_precision: 'exact',
      })
    for (const token of [undefined, pending.token, declined.token, buyer.token, rival.token]) {
      const deal = await dealFor(id, token)
      expect(deal).toMatchObject({
        has_address: false,
        full_address: 'Waco, TX 76701',
        location_precision: 'approximate',
      })
      expect(deal.comparables.every((sale: { latitude?: number }) => sale.latitude === undefined)).toBe(true)
    }
  })
})

describe('who asks', () => {
  it('is a visitor when their login is over, and still sees the page', async () => {
    const id = await addDeal(server, seller.id)
    const cookie = { cookie: 'plat_session=gone-for-long' }
    const answer = await server.call('GET', url(id), { headers: cookie })
    expect(answer.status).toBe(200)
    expect(answer.body.data.customer).toBeNull()
    expect((await show(id, 'no-such-token')).status).toBe(200)
  })

  it('is not told their notes in the messenger on a foreign page', async () => {
    const id = await addDeal(server, seller.id)
    await server.call('PUT', `${url(id)}/notes`, { token: buyer.token, body: { note: 'Low offer' } })
    const widget = await server.call('POST', '/customer/api/auth/token', { token: buyer.token })
    expect((await dealFor(id, widget.body.data.token)).customer).toBeNull()
    expect((await dealFor(id, buyer.token)).customer.note).toBe('Low offer')
  })
})

describe('a deal that is not listed', () => {
  it('and never was does not exist', async () => {
    expect((await show(999_999)).status).toBe(404)
    expect((await server.call('GET', '/customer/api/properties/nonsense')).status).toBe(404)
  })

  it('yet opens to its seller, and to who has the preview link', async () => {
    const id = await addDeal(server, seller.id, { listing: 'draft', preview_hash: 'p'.repeat(24) })
    const bare = await addDeal(server, seller.id, { listing: 'draft' })
    expect((await show(id)).status).toBe(404)
    expect((await show(id, rival.token)).status).toBe(404)
    expect((await show(id, undefined, '?preview_hash=wrong')).status).toBe(404)
    expect((await show(bare, undefined, '?preview_hash=')).status).toBe(404)
    expect((await show(id, seller.token)).status).toBe(200)
    const preview = await show(id, undefined, `?preview_hash=${'p'.repeat(24)}`)
    expect(preview.body.data).toMatchObject({ listing: 'draft', title: 'Brick ranch' })
  })

  it('any more says so, and little else', async () => {
    const id = await addDeal(server, seller.id, {
      listing: 'removed',
      description: '<p>Key under the mat</p>',
    })
    const deal = await dealFor(id, buyer.token)
    expect(deal).toMatchObject({
      listing: 'removed',
      has_address: false,
      description: null,
      full_address: 'Waco, TX 76701',
      images: [],
      documents: [],
      comparables: [],
      open_houses: [],
      dispositions_manager: null,
    })
    expect(deal.seller_deal_ids.length).toBeGreaterThan(0)
    expect((await dealFor(id, seller.token)).description).toBe('<p>Key under the mat</p>')
  })
})
