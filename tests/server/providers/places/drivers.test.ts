/** One contract for the embedded gazetteer and the two outside services, which are stood in for by servers on this machine. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createGeocoder } from '#server/providers/places/create-geocoder.ts'
import type { Geocoder } from '#server/providers/places/geocoder.ts'
import { locationOption } from '#shared/contract/places.ts'

interface Stub {
  url: string
  asked: URL[]
  /** What it answers from now on; null is a 500. */
  answer: (url: URL) => unknown
}

let server: Server
const stub: Stub = { url: '', asked: [], answer: () => ({}) }

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', stub.url)
    stub.asked.push(url)
    const body = stub.answer(url)
    response.writeHead(body === null ? 500 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { error: 'down' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))
afterEach(() => {
  stub.asked.length = 0
})

const PLACES = {
  harris: {
    name: 'Harris County',
    region: 'TX, USA',
    google: 'administrative_area_level_2',
    maptiler: 'subregion',
    at: [29.86, -95.39],
  },
  houston: {
    name: 'Houston',
    region: 'TX, USA',
    google: 'locality',
    maptiler: 'municipality',
    at: [29.76, -95.37],
  },
  texas: {
    name: 'Texas',
    region: 'USA',
    google: 'administrative_area_level_1',
    maptiler: 'region',
    at: [31.2, -99.3],
  },
  windsor: {
    name: 'Windsor',
    region: 'Canada',
    google: 'locality',
    maptiler: 'municipality',
    at: [42.3, -83.01],
  },
} as const
type Name = keyof typeof PLACES

/** Which places the stub knows for a text or a coordinate. */
function namesFor(text: string): Name[] {
  if (/^har/i.test(text)) return ['harris']
  if (/^hou/i.test(text)) return ['houston', 'windsor']
  if (text.includes('29.65')) return ['houston', 'harris', 'texas']
  return []
}

const googlePlace = (name: Name) => {
  const place = PLACES[name]
  const [lat, lng] = place.at
  return {
    place_id: `google-${name}`,
    formatted_address: `${place.name}, ${place.region}`,
    types: [place.google, 'political'],
    geometry: {
      location: { lat, lng },
      viewport: { southwest: { lat: lat - 1, lng: lng - 1 }, northeast: { lat: lat + 1, lng: lng + 1 } },
    },
  }
}

function googleAnswer(url: URL): unknown {
  const query = url.searchParams
  const found = (results: unknown[]) => ({ status: results.length > 0 ? 'OK' : 'ZERO_RESULTS' })
  if (url.pathname.includes('autocomplete')) {
    const names = namesFor(query.get('input') ?? '')
    return { ...found(names), predictions: names.map((name) => ({ place_id: `google-${name}` })) }
  }
  const id = query.get('place_id')
  const names = id ? [id.replace('google-', '') as Name] : namesFor(query.get('latlng') ?? '')
  return { ...found(names), results: names.map(googlePlace) }
}

function maptilerAnswer(url: URL): unknown {
  const text = decodeURIComponent(/\/geocoding\/(.*)\.json/.exec(url.pathname)?.[1] ?? '')
  const features = namesFor(text).map((name) => {
    const place = PLACES[name]
    const [lat, lng] = place.at
    const place_name = `${place.name}, ${place.region.replace('TX, USA', 'Texas, United States')}`
    return {
      id: `municipality.${name}`,
      place_name,
      place_type: [place.maptiler],
      center: [lng, lat],
      bbox: [lng - 1, lat - 1, lng + 1, lat + 1],
    }
  })
  return { type: 'FeatureCollection', features }
}

const DRIVERS: readonly [string, () => Geocoder, (url: URL) => unknown][] = [
  ['gazetteer', () => createGeocoder({ driver: 'gazetteer' }), () => ({})],
  ['google', () => createGeocoder({ driver: 'google', key: 'a-key', baseUrl: stub.url }), googleAnswer],
  [
    'maptiler',
    () => createGeocoder({ driver: 'maptiler', key: 'a-key', baseUrl: `${stub.url}/` }),
    maptilerAnswer,
  ],
]

describe.each(DRIVERS)('places by %s', (_name, make, answer) => {
  const geocoder = () => {
    stub.answer = answer
    return make()
  }

  it('answers in the form of the contract, best first', async () => {
    const options = await geocoder().query('houston')
    for (const option of options) expect(() => locationOption.parse(option)).not.toThrow()
    expect(options[0]?.label).toMatch(/^Houston, (TX|Texas)$/)
    expect(options[0]?.value.place.types).toContain('locality')
    expect(options[0]?.value.placeId).toBe(options[0]?.value.place.place_id)
  })

  it('gives a county under the id by which areas are compared, with its bounds', async () => {
    const [harris] = await geocoder().query('harris')
    expect(harris).toMatchObject({ label: 'Harris County, TX', value: { placeId: 'gaz:county:48201' } })
    expect(harris?.value.place.geometry.bounds?.north).toBeGreaterThan(29.9)
  })

  it('says of a city which county and state it lies in', async () => {
    const [houston] = await geocoder().query('houston')
    expect(houston?.value.place.within).toEqual(['gaz:state:TX', 'gaz:county:48201'])
  })

  it('tells where a coordinate lies, the smallest first, never a rooftop', async () => {
    const options = await geocoder().addressOf(29.6518, -95.4854)
    expect(options.map((option) => option.value.place.types[0])).toEqual([
      'locality',
      'administrative_area_level_2',
      'administrative_area_level_1',
    ])
  })

  it('keeps to the US and Puerto Rico', async () => {
    const options = await geocoder().query('hou')
    expect(options.filter((option) => option.label.includes('Canada'))).toEqual([])
    expect(options.length).toBeGreaterThan(0)
  })

  it('keeps to the states it is given', async () => {
    const inStates = async (states: string[]) => (await geocoder().query('houston', states))[0]?.label
    expect(await inStates(['FL', 'TX'])).toMatch(/^Houston, (TX|Texas)$/)
    expect((await geocoder().query('houston', ['FL'])).filter(({ label }) => /Texas|TX/.test(label))).toEqual(
      [],
    )
    expect((await geocoder().query('harris', ['TX']))[0]?.value.placeId).toBe('gaz:county:48201')
    expect((await geocoder().query('harris', ['FL'])).map(({ value }) => value.placeId)).not.toContain(
      'gaz:county:48201',
    )
  })

  it('finds nothing for nothing', async () => {
    expect(await geocoder().query('  ')).toEqual([])
    expect(await geocoder().query('zzzzzz')).toEqual([])
  })
})

describe('what is asked of an outside service', () => {
  it('Google is asked for regions of the US and Puerto Rico, and for coordinates no finer than a city', async () => {
    stub.answer = googleAnswer
    const geocoder = createGeocoder({ driver: 'google', key: 'a-key', baseUrl: stub.url })
    await geocoder.query('houston')
    await geocoder.addressOf(29.65, -95.48)
    const [suggest, , , reverse] = stub.asked
    expect(suggest?.searchParams.get('components')).toBe('country:us|country:pr')
    expect(suggest?.searchParams.get('types')).toBe('(regions)')
    expect(reverse?.searchParams.get('result_type')).toBe(
      'locality|administrative_area_level_2|administrative_area_level_1',
    )
  })

  it('Google is asked for the same place once', async () => {
    stub.answer = googleAnswer
    const geocoder = createGeocoder({ driver: 'google', key: 'a-key', baseUrl: stub.url })
    await geocoder.query('harris')
    await geocoder.query('harris')
    expect(stub.asked.filter((url) => url.pathname.includes('geocode'))).toHaveLength(1)
  })

  it('MapTiler is asked for the US and Puerto Rico', async () => {
    stub.answer = maptilerAnswer
    await createGeocoder({ driver: 'maptiler', key: 'a-key', baseUrl: stub.url }).query('a/b?c')
    expect(stub.asked[0]?.pathname).toBe('/geocoding/a%2Fb%3Fc.json')
    expect(stub.asked[0]?.searchParams.get('country')).toBe('us,pr')
  })

  it.each([
    ['a service that is down', () => null],
    ['a service that refuses the key', () => ({ status: 'REQUEST_DENIED', predictions: [] })],
    ['a service that speaks of something else', () => ({ hello: 1 })],
  ])('%s is an error that names neither key nor text', async (_what, answer) => {
    stub.answer = answer
    for (const driver of ['google', 'maptiler'] as const) {
      const asked = createGeocoder({ driver, key: 'a-key', baseUrl: stub.url }).query('houston')
      const error = await asked.then(
        () => null,
        (reason: Error) => reason,
      )
      expect(error?.message).toMatch(/^The places service 127\.0\.0\.1:\d+ answered/)
      expect(error?.message).not.toMatch(/a-key|houston/)
    }
  })
})
