/** A new or changed deal reaches exactly the buyers whose boxes it fits, and a changed box its deals. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteForgottenBoxes } from '#server/matching/matches/box-changes.ts'
import { skipBehind } from '#server/matching/matches/match-deals.ts'
import { MATCHES_MAX } from '#shared/contract/match-limits.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { HOUSTON, IN_WACO, matchingScene, upTo } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof matchingScene>
let account: number
beforeAll(async () => {
  server = await startTestServer()
  scene = matchingScene(server)
  account = (await server.addAccount()).id
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  const { db } = server.database
  await db.deleteFrom('buy_boxes').execute()
  await db.deleteFrom('matched_customers').execute()
  await db.deleteFrom('properties').execute()
})

const listing = (more = {}) => scene.deals.add(account, { ...IN_WACO, ...more })

describe('a new deal', () => {
  it('reaches who buys there, and nobody whose box it misses', async () => {
    const dana = await scene.buyer([upTo(200_000)])
    const dear = await scene.buyer([upTo(184_999)])
    const far = await scene.buyer([], { results: [HOUSTON] })
    await scene.matchBoxes()
    const id = await listing()
    expect(await scene.matchDeals()).toEqual([{ customer_id: dana.id, property_id: id }])
    expect(await scene.ids(dana)).toEqual([id])
    expect([await scene.ids(dear), await scene.ids(far)]).toEqual([[], []])
  })

  it('fits as many buyers before it is listed, which its company sees', async () => {
    const seller = await server.addAccount()
    const other = await server.addAccount()
    await scene.buyer([upTo(200_000)])
    await scene.buyer([upTo(150_000)])
    await scene.buyer([], { results: [HOUSTON] })
    await scene.matchBoxes()
    const made = await server.call('POST', '/account/api/deals', { token: seller.token, body: {} })
    const path = `/account/api/deals/${made.body.data.id}`
    const buyers = async (token = seller.token) =>
      (await server.call('GET', `${path}/matches`, { token })).body.data?.buyers
    const save = (fields: object) => server.call('PUT', path, { token: seller.token, body: fields })
    expect(await buyers()).toBeNull()
    await save({ address: '412 Live Oak St', city: 'Waco', state: 'TX', zip: '76701', price: 185_000 })
    expect(await buyers()).toBe(1)
    await save({ price: 149_000 })
    expect(await buyers()).toBe(2)
    expect(await buyers(other.token)).toBeUndefined()
  })

  it('comes with its score, the box it fits best, and a sentence for each part', async () => {
    const dana = await scene.buyer([upTo(200_000)])
    await scene.matchBoxes()
    await listing()
    await scene.matchDeals()
    const [entry] = (await scene.feed(dana)).data
    expect(entry).toMatchObject({ box: { id: dana.boxId, name: 'My buy box' }, seen_at: null })
    const points = entry.reasons.map((part: { points: number }) => part.points)
    expect(points.reduce((sum: number, one: number) => sum + one, 0)).toBe(entry.score)
    for (const { sentence } of entry.reasons) expect(sentence).toMatch(/\w{3,}/)
  })

  it.each([
    ['a circle around a place', { radius_miles: 25 }],
    [
      'a drawn area',
      {
        polygon: [
          { lat: 31.4, lng: -97.3 },
          { lat: 31.7, lng: -97.3 },
          { lat: 31.7, lng: -97 },
          { lat: 31.4, lng: -97 },
        ],
      },
    ],
    [
      'a ZIP',
      {
        results: [
          {
            place_id: 'gaz:zip:76701',
            formatted_address: 'Waco, TX 76701',
            types: ['postal_code'],
            geometry: { location: { lat: 31.55, lng: -97.13 } },
          },
        ],
      },
    ],
    [
      'a county',
      {
        results: [
          {
            place_id: 'gaz:county:48309',
            formatted_address: 'McLennan County, TX',
            types: ['administrative_area_level_2'],
            within: ['gaz:state:TX'],
            geometry: { location: { lat: 31.5, lng: -97.2 } },
          },
        ],
      },
    ],
    [
      'a state',
      {
        results: [
          {
            place_id: 'gaz:state:TX',
            formatted_address: 'Texas, USA',
            types: ['administrative_area_level_1'],
            geometry: { location: { lat: 31.5, lng: -99.3 } },
          },
        ],
      },
    ],
  ])('is found by %s', async (_, area) => {
    const dana = await scene.buyer([], area)
    await scene.matchBoxes()
    const id = await listing()
    await listing({
      city: 'Buffalo',
      county: 'Erie',
      state: 'NY',
      zip: '14201',
      latitude: 42.88,
      longitude: -78.88,
    })
    await scene.matchDeals()
    expect(await scene.ids(dana)).toEqual([id])
  })

  it('reaches nobody while it is a draft, is pending or was taken down', async () => {
    const dana = await scene.buyer()
    await scene.matchBoxes()
    for (const more of [{ listing: 'draft' }, { status: 1 }, { listing: 'removed' }]) await listing(more)
    expect(await scene.matchDeals()).toEqual([])
    expect(await scene.ids(dana)).toEqual([])
  })

  it('is not matched while somebody still changes it, and then once for all changes', async () => {
    const dana = await scene.buyer([upTo(200_000)])
    await scene.matchBoxes()
    const id = await listing()
    for (const price of [190_000, 195_000, 199_000]) await scene.deals.change(id, { price })
    expect(await scene.matchDeals({ quietMs: 20_000 })).toEqual([])
    const later = await scene.matchDeals({ quietMs: 20_000, nowMs: () => Date.now() + 20_000 })
    expect(later).toEqual([{ customer_id: dana.id, property_id: id }])
  })

  it('is matched once by two nodes at it at once', async () => {
    const dana = await scene.buyer()
    await scene.matchBoxes()
    const id = await listing()
    const both = await Promise.all([scene.matchDeals(), scene.matchDeals()])
    expect(both.flat()).toEqual([{ customer_id: dana.id, property_id: id }])
  })
})

describe('a changed deal', () => {
  it('leaves the feed of whom it fits no more, and is no news when it comes back', async () => {
    const dana = await scene.buyer([upTo(200_000)])
    await scene.matchBoxes()
    const id = await listing()
    await scene.matchDeals()
    const [{ found_at }] = (await scene.feed(dana)).data
    await scene.deals.change(id, { price: 250_000 })
    expect(await scene.matchDeals()).toEqual([])
    expect(await scene.ids(dana)).toEqual([])
    await scene.deals.change(id, { price: 180_000 })
    expect(await scene.matchDeals()).toEqual([])
    expect((await scene.feed(dana)).data).toMatchObject([{ property_id: id, found_at }])
  })

  it('becomes news to whom it begins to fit', async () => {
    const dana = await scene.buyer([upTo(150_000)])
    await scene.matchBoxes()
    const id = await listing()
    expect(await scene.matchDeals()).toEqual([])
    await scene.deals.change(id, { price: 149_000 })
    expect(await scene.matchDeals()).toEqual([{ customer_id: dana.id, property_id: id }])
  })

  it('whose address is hidden is matched where everybody is shown it', async () => {
    const id = await listing({ is_street_shown: false })
    const { columns, data } = await scene.deals.list()
    const row = data.find((cells) => cells[columns.indexOf('id')] === id) ?? []
    const shown = {
      lat: Number(row[columns.indexOf('latitude')]),
      lng: Number(row[columns.indexOf('longitude')]),
    }
    const around = (lat: number, lng: number) => ({
      polygon: [
        { lat: lat - 0.0005, lng: lng - 0.0005 },
        { lat: lat + 0.0005, lng: lng - 0.0005 },
        { lat: lat + 0.0005, lng: lng + 0.0005 },
        { lat: lat - 0.0005, lng: lng + 0.0005 },
      ],
    })
    const guess = await scene.buyer([], around(31.549333, -97.14667))
    const dana = await scene.buyer([], around(shown.lat, shown.lng))
    await scene.matchBoxes()
    await scene.deals.change(id, {})
    await scene.matchDeals()
    expect([await scene.ids(guess), await scene.ids(dana)]).toEqual([[], [id]])
  })
})

describe('a changed box', () => {
  it('is matched against all deals at once, and an old deal is not news of today', async () => {
    const id = await listing({ published_at: new Date('2026-01-05T12:00:00Z') })
    await scene.matchDeals()
    const dana = await scene.buyer()
    expect((await scene.feed(dana)).is_matching).toBe(true)
    expect(await scene.matchBoxes()).toEqual([dana.id])
    expect(await scene.feed(dana)).toMatchObject({
      data: [{ property_id: id, found_at: '2026-01-05T12:00:00.000Z' }],
      is_matching: false,
      new_count: 1,
    })
  })

  it('loses what it asks for no more, whether narrowed, paused or deleted', async () => {
    const id = await listing()
    const dana = await scene.buyer()
    const change = async (body: unknown) => {
      await scene.call(dana, 'PUT', `/buy-boxes/${dana.boxId}`, body)
      await scene.matchBoxes()
      return scene.ids(dana)
    }
    expect(await change({ criteria: [] })).toEqual([id])
    expect(await change({ criteria: [upTo(100_000)] })).toEqual([])
    expect(await change({ criteria: [upTo(900_000)] })).toEqual([id])
    expect(await change({ is_paused: true })).toEqual([])
    expect(await change({ is_paused: false })).toEqual([id])
    await scene.call(dana, 'DELETE', `/buy-boxes/${dana.boxId}`)
    await scene.matchBoxes()
    expect(await scene.ids(dana)).toEqual([])
  })

  it('is matched by the next deal as it is now, also when it was not matched anew yet', async () => {
    const dana = await scene.buyer([upTo(100_000)])
    await scene.matchBoxes()
    await scene.call(dana, 'PUT', `/buy-boxes/${dana.boxId}`, { criteria: [upTo(300_000)] })
    const id = await listing()
    await scene.matchDeals()
    await scene.matchBoxes()
    expect(await scene.ids(dana)).toEqual([id])
  })

  it('that takes everything crowds out none of what another one finds', async () => {
    await sql`insert into properties (account_id, address, city, county, state, zip, price, arv)
      select ${account}, n || ' Live Oak St', 'Waco', 'McLennan', 'TX', '76701', 100000 + n, 260000
      from generate_series(1, 510) n`.execute(server.database.db)
    const dear = await listing({ price: 950_000, arv: null })
    await scene.matchDeals()
    const dana = await scene.buyer()
    const { data } = await scene.call(dana, 'POST', '/buy-boxes', { name: 'Large ones' })
    const from = { ...upTo(0), min: 900_000, max: null }
    await scene.call(dana, 'PUT', `/buy-boxes/${data.id}`, { criteria: [from] })
    // With a list of its own: that of the others never knew these deals.
    await matchingScene(server).matchBoxes()
    const { db } = server.database
    const kept = await db.selectFrom('matches').select('property_id').where('is_current', '=', true).execute()
    expect(kept).toHaveLength(MATCHES_MAX)
    expect(kept.map(({ property_id }) => property_id)).toContain(dear)
  })

  it('that is paused or asks for nothing is said to look for nothing', async () => {
    const fay = await scene.buyer()
    const change = async (body: unknown) => {
      await scene.call(fay, 'PUT', `/buy-boxes/${fay.boxId}`, body)
      await scene.matchBoxes()
      return (await scene.feed(fay)).is_looking
    }
    expect(await change({ is_paused: true })).toBe(false)
    expect(await change({ is_paused: false })).toBe(true)
    const gil = await server.addCustomer()
    await scene.call(gil, 'POST', '/buy-boxes', { name: 'Later' })
    await scene.matchBoxes()
    expect(await scene.feed(gil)).toMatchObject({ data: [], is_looking: false })
  })

  it('that asks for nothing yet matches nothing', async () => {
    await listing()
    const dana = await server.addCustomer()
    await scene.call(dana, 'POST', '/buy-boxes', { name: 'Later' })
    await scene.matchBoxes()
    expect(await scene.ids(dana)).toEqual([])
  })

  it('nobody else is matched anew', async () => {
    const dana = await scene.buyer()
    const eli = await scene.buyer()
    await scene.matchBoxes()
    await scene.call(eli, 'PUT', `/buy-boxes/${eli.boxId}`, { criteria: [upTo(1)] })
    expect(await scene.matchBoxes()).toEqual([eli.id])
    expect(dana.id).not.toBe(eli.id)
  })
})

describe('what nobody noted', () => {
  it('boxes that came another way, and those of an older score, are matched once a server begins', async () => {
    const id = await listing()
    const dana = await scene.buyer()
    const { db } = server.database
    await db.deleteFrom('matched_customers').execute()
    expect(await scene.matchBoxes()).toEqual([])
    await noteForgottenBoxes(db)
    expect(await scene.matchBoxes()).toEqual([dana.id])
    expect(await scene.ids(dana)).toEqual([id])
    await db.updateTable('matched_customers').set({ score_version: 0 }).execute()
    await noteForgottenBoxes(db)
    expect(await scene.matchBoxes()).toEqual([dana.id])
    await noteForgottenBoxes(db)
    expect(await scene.matchBoxes()).toEqual([])
  })

  it('thousands of deals at once are left to the boxes, which are asked about all of them', async () => {
    const dana = await scene.buyer([upTo(200_000)])
    await scene.matchBoxes()
    await sql`insert into properties (account_id, address, city, county, state, zip, price, arv)
      select ${account}, n || ' Live Oak St', 'Waco', 'McLennan', 'TX', '76701', 100000 + n, 260000
      from generate_series(1, 2100) n`.execute(server.database.db)
    await skipBehind(server.database.db)
    expect(await scene.matchDeals()).toEqual([])
    expect(await scene.matchBoxes()).toEqual([dana.id])
    const { new_count } = await scene.feed(dana)
    expect(new_count).toBe(MATCHES_MAX)
  })
})

describe('two nodes', () => {
  it('share the customers who are due, each done once', async () => {
    await listing()
    const buyers = [await scene.buyer(), await scene.buyer(), await scene.buyer()]
    const both = await Promise.all([scene.matchBoxes(), scene.matchBoxes()])
    expect(both.flat().sort()).toEqual(buyers.map(({ id }) => id).sort())
  })
})
