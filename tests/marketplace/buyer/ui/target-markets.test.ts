import { describe, expect, test, vi } from 'vitest'
import { localityOf, marketLabel, placeKind } from '#marketplace/buyer/ui/place-select/place-labels.ts'
import {
  createPlaceSearch,
  LOCATE_FAILED,
  NO_PLACE_HERE,
  NO_POSITION,
  type Whereabouts,
} from '#marketplace/buyer/ui/place-select/place-search.ts'
import { createTargetMarkets } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import { highlight } from '#marketplace/kit/ui/combobox-menu.tsx'
import { LOCATION_HISTORY_MAX, PLACE_SEARCH_DEBOUNCE_MS } from '#shared/contract/limits.ts'
import type { LocationOptionWire, PlaceWire } from '#shared/contract/places.ts'
import { refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

function option(id: string, label: string, type: string): LocationOptionWire {
  const place: PlaceWire = {
    place_id: id,
    formatted_address: label,
    types: [type],
    geometry: { location: { lat: 29.7, lng: -95.3 } },
  }
  return { label, value: { placeId: id, place } }
}
const HARRIS = option('gaz:county:48201', 'Harris County, TX', 'administrative_area_level_2')
const HOUSTON = option('gaz:city:1', 'Houston, TX', 'locality')
const STREET = option('x:1', '12 Main Street, Houston, TX', 'street_address')

const stored = (id: number, { label, value }: LocationOptionWire, over = {}) => ({
  id,
  geotag_id: id + 100,
  geotag: { id: id + 100, name_formated: label, results: [value.place] },
  ...over,
})
const down: Scripted = refused(503, 'Down.')

function setUp(answers: Scripted[]) {
  const { api, calls } = scriptedApi(answers)
  const log = { warn: vi.fn(), error: vi.fn() }
  const onChanged = vi.fn()
  return { markets: createTargetMarkets({ api, log, onChanged }), calls, log, onChanged }
}

describe('choosing', () => {
  test('a place is sent as the service gave it, and shows while it is on the way', async () => {
    const { markets, calls } = setUp([{ data: stored(5, HARRIS) }])
    const adding = markets.add(HARRIS)
    expect(markets.list.value).toMatchObject([{ label: 'Harris County, TX', isBusy: true, id: null }])
    expect(markets.savedCount.value).toBe(0)
    expect(await adding).toBe(true)
    expect(markets.list.value).toMatchObject([{ label: 'Harris County, TX', isBusy: false, id: 5 }])
    expect(calls[0]?.body).toMatchObject({ status: 'OK', results: [{ place_id: HARRIS.value.placeId }] })
  })

  test('a place that was not taken is gone again, and it is said', async () => {
    const { markets, log } = setUp([down])
    expect(await markets.add(HARRIS)).toBe(false)
    expect(markets.list.value).toEqual([])
    expect(markets.problem.value).toBe('Harris County, TX could not be added. Try again.')
    expect(log.warn).toHaveBeenCalledOnce()
  })

  test('what the server says about it is said', async () => {
    const full = { message: 'No.', errors: { results: ['You have 100 target markets.'] } }
    const { markets } = setUp([refused(422, full.message, { ...full })])
    await markets.add(HARRIS)
    expect(markets.problem.value).toBe('You have 100 target markets.')
  })

  test('the same place twice asks no server; the same with a circle around it does', async () => {
    const circle = stored(6, HARRIS, { kind: 'radius', radius_miles: 10 })
    const { markets, calls } = setUp([{ data: circle }])
    markets.adopt([stored(5, HARRIS)])
    expect(await markets.add(HARRIS)).toBe(false)
    expect(markets.problem.value).toBe('Harris County, TX is one of your target markets already.')
    expect(await markets.add(HARRIS, 10)).toBe(true)
    expect(calls).toHaveLength(1)
    expect(markets.list.value[1]).toMatchObject({ label: 'Harris County, TX, 10 mi around', radiusMiles: 10 })
  })
})

describe('removing', () => {
  test('a removed place goes once the server has taken it', async () => {
    const { markets, calls, onChanged } = setUp([{ message: 'Removed.' }])
    markets.adopt([stored(5, HARRIS)])
    const removing = markets.remove('tag-5')
    expect(markets.list.value[0]?.isBusy).toBe(true)
    expect(await removing).toBe(true)
    expect(markets.list.value).toEqual([])
    expect(calls[0]?.params).toEqual({ geotag: 5 })
    expect(onChanged).toHaveBeenCalledOnce()
  })

  test('a failure stops the indicator, brings the place back and says so', async () => {
    const { markets } = setUp([down])
    markets.adopt([stored(5, HARRIS)])
    expect(await markets.remove('tag-5')).toBe(false)
    expect(markets.list.value).toMatchObject([{ isBusy: false }])
    expect(markets.problem.value).toBe('Harris County, TX could not be removed. Try again.')
  })

  test('one that another tab removed is simply gone', async () => {
    const { markets } = setUp([refused(404, '')])
    markets.adopt([stored(5, HARRIS)])
    expect(await markets.remove('tag-5')).toBe(true)
    expect([markets.list.value, markets.problem.value]).toEqual([[], null])
  })
})

describe('finding', () => {
  const here: Whereabouts = async () => ({ lat: 29.7, lng: -95.3 })
  function search(answers: Scripted[], whereabouts: Whereabouts = here) {
    const { api, calls } = scriptedApi(answers)
    const clock = createFakeClock()
    const log = { warn: vi.fn(), error: vi.fn() }
    return { places: createPlaceSearch({ api, clock, log, whereabouts }), calls, clock, log }
  }

  test('at most eight places are shown', async () => {
    const many = Array.from({ length: 9 }, (_, n) => option(`p${n}`, `Place ${n}`, 'locality'))
    const { places, clock } = search([{ data: many }])
    places.setText('pl')
    clock.advance(PLACE_SEARCH_DEBOUNCE_MS)
    await vi.waitFor(() => expect(places.results.value).toHaveLength(8))
  })

  test.each<[string, Scripted, unknown]>([
    ['a rooftop before the city', { data: [STREET, HOUSTON] }, HOUSTON],
    ['a county alone', { data: [HARRIS] }, HARRIS],
    ['only a rooftop', { data: [STREET] }, { problem: NO_PLACE_HERE }],
    ['no answer', refused(403, ''), { problem: LOCATE_FAILED }],
  ])('the current location is a town and never an address: %s', async (_, answer, wanted) => {
    const { places } = search([answer])
    expect(await places.locate()).toEqual(wanted)
    expect(places.isLocating.value).toBe(false)
  })

  test('a device that does not tell where it is says what to do', async () => {
    const { places, calls } = search([], () => Promise.reject(new Error('denied')))
    expect(await places.locate()).toEqual({ problem: NO_POSITION })
    expect(calls).toEqual([])
  })

  test('recent searches that still name a place can be chosen; a new one comes first, at most ten', async () => {
    const old = { label: HARRIS.label, value: HARRIS.value.placeId, meta: HARRIS.value.place }
    const { places, calls } = search([
      { data: [old, { label: 'houses', value: 'houses' }] },
      ...Array.from({ length: 11 }, (): Scripted => ({ message: 'Kept.' })),
    ])
    await places.loadHistory()
    await places.loadHistory()
    expect(places.history.value.map((one) => one.label)).toEqual(['Harris County, TX'])
    for (let n = 0; n < LOCATION_HISTORY_MAX; n++) places.remember(option(`p${n}`, `Place ${n}`, 'locality'))
    places.remember(HOUSTON)
    expect(places.history.value).toHaveLength(LOCATION_HISTORY_MAX)
    expect(places.history.value[0]?.label).toBe('Houston, TX')
    await vi.waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint.method === 'POST')).toHaveLength(11),
    )
  })
})

describe('words', () => {
  test.each([
    ['administrative_area_level_1', 'State'],
    ['administrative_area_level_2', 'County'],
    ['locality', 'City'],
    ['neighborhood', 'Neighborhood'],
    ['postal_code', 'ZIP'],
    ['premise', ''],
  ])('the type %s is called "%s"', (type, word) => {
    expect(placeKind(option('p', 'P', type).value.place)).toBe(word)
  })

  test('a drawn area is called one', () => {
    expect(marketLabel(stored(1, HARRIS, { kind: 'polygon' }))).toBe('Harris County, TX, drawn area')
  })

  test('nothing at locality level is nothing', () => {
    expect(localityOf([STREET])).toBeNull()
  })

  test.each([
    ['Fort Bend County, TX', 'fort b', ['*Fort B', 'end County, TX']],
    ['Bayamón, PR', 'bayamo', ['*Bayamó', 'n, PR']],
    ['West Houston, TX', 'hou', ['West ', '*Hou', 'ston, TX']],
    ['Houston, TX', 'ton', ['Houston, TX']],
    ['Houston, TX', ' ', ['Houston, TX']],
  ])('in %s the typed %s is marked at the beginning of a word', (label, typed, pieces) => {
    expect(highlight(label, typed).map(({ text, isTyped }) => (isTyped ? `*${text}` : text))).toEqual(pieces)
  })
})
