import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCATION_HISTORY_MAX } from '#shared/contract/limits.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

const API = '/customer/api'
let server: TestServer
let dana: Person
let marcus: Person

beforeAll(async () => {
  server = await startTestServer()
  dana = await server.addCustomer()
  marcus = await server.addCustomer('Marcus Reyes')
})
afterAll(() => server.close())

describe('searching places', () => {
  it('a visitor finds places', async () => {
    const { status, body } = await server.call('GET', `${API}/geo/locations?q=harris`)
    expect(status).toBe(200)
    expect(body.data).toHaveLength(8)
    expect(body.data[0]).toMatchObject({ label: 'Harris County, TX', value: { placeId: 'gaz:county:48201' } })
  })

  it('a visitor is told where a coordinate lies', async () => {
    const { body } = await server.call('GET', `${API}/geo/address?lat=29.65&lng=-95.48`)
    expect(body.data.map((option: { label: string }) => option.label)).toEqual([
      'Houston, TX',
      'Harris County, TX',
      'Texas',
    ])
  })

  it.each(['lat=91&lng=0', 'lat=0&lng=181', 'lat=x&lng=0'])('%s is no coordinate', async (query) => {
    expect((await server.call('GET', `${API}/geo/address?${query}`)).status).toBe(422)
  })

  it('an outside service that does not answer is a 503 that says to try again', async () => {
    const down = await startTestServer({
      parts: { places: { driver: 'google', key: 'a-key', baseUrl: 'http://127.0.0.1:9' } },
    })
    const { status, body } = await down.call('GET', `${API}/geo/locations?q=secret+street`)
    await down.close()
    expect(status).toBe(503)
    expect(body.message).toBe('Places cannot be searched right now. Try again in a moment.')
    expect(down.lines.join('')).toContain('places do not answer')
    expect(down.lines.join('')).not.toMatch(/a-key|secret.street/)
  })
})

describe('the searches of a customer', () => {
  const push = (who: Person, value: string) =>
    server.call('POST', `${API}/auth/location-queries`, {
      token: who.token,
      body: { label: value.toUpperCase(), value, meta: { placeKey: [1, 2] } },
    })
  const values = async (who: Person) => {
    const { body } = await server.call('GET', `${API}/auth/location-queries`, { token: who.token })
    return body.data.map((row: { value: string }) => row.value)
  }

  it('come back newest first; the same one again moves to the front', async () => {
    for (const value of ['a', 'b', 'c', 'a']) expect((await push(dana, value)).status).toBe(201)
    expect(await values(dana)).toEqual(['a', 'c', 'b'])
  })

  it('keep label, value and meta', async () => {
    const { body } = await server.call('GET', `${API}/auth/location-queries`, { token: dana.token })
    expect(body.data[0]).toEqual({ label: 'A', value: 'a', meta: { placeKey: [1, 2] } })
  })

  it('are never more than ten, and the oldest goes', async () => {
    for (let n = 1; n <= LOCATION_HISTORY_MAX + 2; n++) await push(marcus, `place ${n}`)
    const kept = await values(marcus)
    expect(kept).toHaveLength(LOCATION_HISTORY_MAX)
    expect(kept[0]).toBe(`place ${LOCATION_HISTORY_MAX + 2}`)
    expect(kept.at(-1)).toBe('place 3')
  })

  it('pushed many at once are kept, and none fails', async () => {
    const erin = await server.addCustomer('Erin Cole')
    const pushed = Array.from({ length: 60 }, (_, n) => push(erin, `spot ${n % (2 * LOCATION_HISTORY_MAX)}`))
    expect(new Set((await Promise.all(pushed)).map(({ status }) => status))).toEqual(new Set([201]))
    expect(await values(erin)).toHaveLength(LOCATION_HISTORY_MAX)
  })

  it('are forgotten one by one, or all; never those of another', async () => {
    const forget = (query: string) =>
      server.call('DELETE', `${API}/auth/location-queries${query}`, { token: dana.token })
    for (const value of ['x', 'y', 'z']) await push(dana, value)
    const others = await values(marcus)
    expect((await forget('?value=y')).status).toBe(200)
    expect((await values(dana)).slice(0, 2)).toEqual(['z', 'x'])
    await forget('')
    expect([await values(dana), await values(marcus)]).toEqual([[], others])
  })

  it('are nobody else’s, and nobody’s at all without a login', async () => {
    expect(await values(dana)).not.toContain('place 5')
    expect((await server.call('GET', `${API}/auth/location-queries`)).status).toBe(401)
    expect((await server.call('POST', `${API}/auth/location-queries`, { body: {} })).status).toBe(401)
  })

  it.each([
    ['nested deeper than can be written', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['with a name that holds NUL', '{"a\\u0000b":1}'],
    ['with a name that holds half a letter', '{"\\ud83d":{"b":1}}'],
  ])('a meta %s is refused', async (_, meta) => {
    const answer = await server.call('POST', `${API}/auth/location-queries`, {
      token: dana.token,
      body: `{"label":"x","value":"x","meta":${meta}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['meta']])
  })

  it.each([
    ['as deep as fits', `${'['.repeat(1990)}${']'.repeat(1990)}`],
    ['that speaks of such a letter', '{"\\\\u0000":"\\\\ud83d"}'],
  ])('a meta %s is kept', async (_, meta) => {
    const answer = await server.call('POST', `${API}/auth/location-queries`, {
      token: dana.token,
      body: `{"label":"x","value":"x","meta":${meta}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(201)
  })

  it('a meta too large is refused', async () => {
    const body = { label: 'x', value: 'x', meta: 'x'.repeat(5000) }
    const answer = await server.call('POST', `${API}/auth/location-queries`, { token: dana.token, body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.meta).toHaveLength(1)
  })
})
