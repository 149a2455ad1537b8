import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GEOTAGS_MAX } from '#shared/contract/limits.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

const GEOTAGS = '/customer/api/auth/geotags'
let server: TestServer
let dana: Person
let marcus: Person

beforeAll(async () => {
  server = await startTestServer()
  dana = await server.addCustomer()
  marcus = await server.addCustomer('Marcus Reyes')
})
afterAll(() => server.close())

const place = (id: string, name: string): PlaceWire => ({
  place_id: id,
  formatted_address: name,
  types: ['locality'],
  within: ['gaz:state:TX'],
  geometry: { location: { lat: 29.76, lng: -95.37 }, bounds: { south: 29, west: -96, north: 30, east: -95 } },
})
const houston = place('gaz:city:4699066', 'Houston, TX')

const add = (who: Person, area: PlaceWire, more: object = {}) =>
  server.call('POST', GEOTAGS, { token: who.token, body: { status: 'OK', results: [area], ...more } })
const list = async (who: Person) => (await server.call('GET', GEOTAGS, { token: who.token })).body.data

describe('target markets', () => {
  it('a place goes into the first manual box, which is made for it', async () => {
    const { status, body } = await add(dana, houston)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      kind: 'place',
      geotag: { name_formated: 'Houston, TX', results: [houston] },
    })
    const boxes = await server.call('GET', '/customer/api/buy-boxes', { token: dana.token })
    expect(boxes.body.data).toMatchObject([
      { id: body.data.buy_box_id, mode: 'manual', name: 'My buy box', geotags: [{ id: body.data.id }] },
    ])
  })

  it('the same place again is the same target market', async () => {
    const [first] = await list(dana)
    expect((await add(dana, houston)).body.data).toEqual(first)
    expect(await list(dana)).toHaveLength(1)
  })

  it('a place has one number, whoever chose it, and a target market has its own', async () => {
    const { body } = await add(marcus, houston)
    const [first] = await list(dana)
    expect(body.data.geotag_id).toBe(first.geotag_id)
    expect(body.data.id).not.toBe(first.id)
  })

  it('two of the same at once are one', async () => {
    const waco = place('gaz:city:4739526', 'Waco, TX')
    const answers = await Promise.all([add(marcus, waco), add(marcus, waco), add(marcus, waco)])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  })

  it('a circle around a place is another area than the place', async () => {
    const { body } = await add(dana, houston, { radius_miles: 12.5 })
    expect(body.data).toMatchObject({ kind: 'radius', radius_miles: 12.5 })
    expect((await add(dana, houston, { radius_miles: 12.5 })).body.data.id).toBe(body.data.id)
    expect((await add(dana, houston, { radius_miles: 5 })).body.data.id).not.toBe(body.data.id)
  })

  it('a drawn area keeps its corners', async () => {
    const polygon = [
      { lat: 29.7, lng: -95.4 },
      { lat: 29.8, lng: -95.4 },
      { lat: 29.8, lng: -95.3 },
    ]
    expect((await add(dana, houston, { polygon })).body.data).toMatchObject({ kind: 'polygon', polygon })
  })

  it.each<[string, object, string]>([
    ['a place that was not found', { status: 'ZERO_RESULTS', results: [houston] }, 'status'],
    ['no place', { status: 'OK', results: [] }, 'results'],
    ['a circle too large', { status: 'OK', results: [houston], radius_miles: 101 }, 'radius_miles'],
    [
      'a drawing of two corners',
      {
        status: 'OK',
        results: [houston],
        polygon: [
          { lat: 1, lng: 1 },
          { lat: 2, lng: 2 },
        ],
      },
      'polygon',
    ],
    [
      'a corner outside of the map',
      {
        status: 'OK',
        results: [houston],
        polygon: [
          { lat: 1, lng: 1 },
          { lat: 2, lng: 2 },
          { lat: 95, lng: 0 },
        ],
      },
      'results',
    ],
    ['a box that is not there', { status: 'OK', results: [houston], buy_box_id: 99_999 }, 'buy_box_id'],
  ])('%s is refused', async (_what, body, field) => {
    const answer = await server.call('POST', GEOTAGS, { token: dana.token, body })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it('is removed by its id', async () => {
    const [first] = await list(dana)
    expect((await server.call('DELETE', `${GEOTAGS}/${first.id}`, { token: dana.token })).status).toBe(200)
    expect((await list(dana)).map(({ id }: { id: number }) => id)).not.toContain(first.id)
    expect((await server.call('DELETE', `${GEOTAGS}/${first.id}`, { token: dana.token })).status).toBe(404)
  })

  it('somebody else’s is neither seen, removed nor a box to put things in', async () => {
    const [theirs] = await list(marcus)
    expect((await server.call('DELETE', `${GEOTAGS}/${theirs.id}`, { token: dana.token })).status).toBe(404)
    expect((await add(dana, houston, { buy_box_id: theirs.buy_box_id })).status).toBe(422)
    expect((await list(marcus)).map(({ id }: { id: number }) => id)).toContain(theirs.id)
  })

  it('there are at most a hundred', async () => {
    const priya = await server.addCustomer('Priya Raman')
    const { db } = server.database
    const first = await add(priya, houston)
    const values = Array.from({ length: GEOTAGS_MAX - 1 }, (_, n) => ({
      customer_id: priya.id,
      buy_box_id: first.body.data.buy_box_id,
      kind: 'place' as const,
      place_id: `gaz:zip:${n}`,
      name_formated: `${n}`,
      place: JSON.stringify(houston),
    }))
    await db.insertInto('geotags').values(values).execute()
    const answer = await add(priya, place('gaz:zip:77008', '77008, Houston, TX'))
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('You have 100 target markets. Remove one to add another.')
    expect((await add(priya, houston)).status).toBe(201)
  })

  it('needs a login', async () => {
    expect((await server.call('GET', GEOTAGS)).status).toBe(401)
    expect((await server.call('POST', GEOTAGS, { body: {} })).status).toBe(401)
    expect((await server.call('DELETE', `${GEOTAGS}/1`)).status).toBe(401)
  })
})
