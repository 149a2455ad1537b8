import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUY_BOXES_MAX } from '#shared/contract/limits.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

const BOXES = '/customer/api/buy-boxes'
let server: TestServer
let dana: Person
let marcus: Person

beforeAll(async () => {
  server = await startTestServer()
  dana = await server.addCustomer()
  marcus = await server.addCustomer('Marcus Reyes')
})
afterAll(() => server.close())

const create = (who: Person, body: object) => server.call('POST', BOXES, { token: who.token, body })
const update = (who: Person, box: number, body: object) =>
  server.call('PUT', `${BOXES}/${box}`, { token: who.token, body })
const price = {
  key: 'price',
  min: 80_000,
  max: 160_000,
  is_hard: true,
  is_locked: false,
  source: 'learned',
  evidence: 'invented',
}

describe('buy boxes', () => {
  it('a box is made with its name and criteria, which are the customer’s own whatever is claimed', async () => {
    const { status, body } = await create(dana, { name: '  Flips  ', notify: 'instant', criteria: [price] })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'Flips',
      mode: 'manual',
      notify: 'instant',
      is_paused: false,
      geotags: [],
      learned: null,
    })
    expect(body.data.criteria).toMatchObject([
      { key: 'price', min: 80_000, source: 'manual', evidence: null, is_hard: true },
    ])
  })

  it('what is given changes, the rest stays', async () => {
    const { body: made } = await create(dana, { name: 'Rentals', criteria: [price] })
    const { body } = await update(dana, made.data.id, { is_paused: true })
    expect(body.data).toMatchObject({ name: 'Rentals', is_paused: true, criteria: [{ key: 'price' }] })
    const emptied = await update(dana, made.data.id, { criteria: [], name: 'Holds', notify: 'off' })
    expect(emptied.body.data).toMatchObject({ name: 'Holds', notify: 'off', is_paused: true, criteria: [] })
  })

  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a name too long', { name: 'x'.repeat(61) }, 'name'],
    ['a range upside down', { name: 'x', criteria: [{ ...price, min: 2, max: 1 }] }, 'criteria.0.max'],
    [
      'an unknown property type',
      { name: 'x', criteria: [{ ...price, key: 'property_types', min: null, max: null, any_of: ['99'] }] },
      'criteria.0.any_of',
    ],
    ['an unknown notification', { name: 'x', notify: 'hourly' }, 'notify'],
  ])('%s is refused', async (_what, body, field) => {
    const answer = await create(dana, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it('a box goes with its areas', async () => {
    const { body: made } = await create(dana, { name: 'Brief' })
    const area = {
      place_id: 'gaz:state:TX',
      formatted_address: 'Texas',
      types: [],
      geometry: { location: { lat: 31, lng: -99 } },
    }
    const geotag = { status: 'OK', results: [area], buy_box_id: made.data.id }
    await server.call('POST', '/customer/api/auth/geotags', { token: dana.token, body: geotag })
    expect((await server.call('DELETE', `${BOXES}/${made.data.id}`, { token: dana.token })).status).toBe(200)
    expect((await server.call('GET', '/customer/api/auth/geotags', { token: dana.token })).body.data).toEqual(
      [],
    )
  })

  it('somebody else’s box answers like one that does not exist', async () => {
    const { body: theirs } = await create(marcus, { name: 'Theirs' })
    expect((await update(dana, theirs.data.id, { name: 'Mine' })).status).toBe(404)
    expect((await server.call('DELETE', `${BOXES}/${theirs.data.id}`, { token: dana.token })).status).toBe(
      404,
    )
    expect((await server.call('GET', BOXES, { token: marcus.token })).body.data).toMatchObject([
      { name: 'Theirs' },
    ])
    expect((await server.call('GET', BOXES)).status).toBe(401)
  })

  it('a smart box is not deleted, its companies are removed', async () => {
    const { db } = server.database
    const { id } = await db
      .insertInto('buy_boxes')
      .values({ customer_id: marcus.id, name: 'Smart Buy Box', mode: 'smart' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { status, body } = await server.call('DELETE', `${BOXES}/${id}`, { token: marcus.token })
    expect(status).toBe(409)
    expect(body.message).toBe(
      'A Smart Buy Box goes when its last LLC or trust is removed. Remove those instead.',
    )
    const { body: listed } = await server.call('GET', BOXES, { token: marcus.token })
    expect(listed.data.map(({ mode }: { mode: string }) => mode)).toEqual(['smart', 'manual'])
  })

  it('there are at most ten', async () => {
    const priya = await server.addCustomer('Priya Raman')
    for (let n = 1; n <= BUY_BOXES_MAX; n++)
      expect((await create(priya, { name: `Box ${n}` })).status).toBe(201)
    const { status, body } = await create(priya, { name: 'One more' })
    expect(status).toBe(409)
    expect(body.message).toBe('You have 10 buy boxes. Delete one to add another.')
  })
})
