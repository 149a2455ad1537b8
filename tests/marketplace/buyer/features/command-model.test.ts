/** Which place a typed line means: the one that is called so, and no other. */
import { expect, test, vi } from 'vitest'
import { createCommandModel } from '#marketplace/buyer/features/command-bar/command-model.ts'
import { listFirstDeals } from '#shared/contract/first-deals.ts'
import { queryLocations } from '#shared/contract/places.ts'
import { createFakeApi } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { plainDeal, wireOf } from '#tests/support/plain-deals.ts'

const found = (label: string, type: string) => ({
  label,
  value: {
    placeId: label,
    place: {
      place_id: label,
      formatted_address: label,
      types: [type],
      geometry: { location: { lat: 30, lng: -95 } },
    },
  },
})
const MIAMI = [found('Miami-Dade County, FL', 'administrative_area_level_2'), found('Miami, FL', 'locality')]

test.each([
  ['the city, and not the county whose name it begins', 'duplex in miami', MIAMI, ['city:Miami,FL'], null],
  ['with its state', 'duplex miami fl', MIAMI, ['city:Miami,FL'], null],
  ['with its state in full', 'duplex in Miami, Florida', MIAMI, ['city:Miami,FL'], null],
  [
    'a state by its code',
    'duplex in TX',
    [found('Texas', 'administrative_area_level_1')],
    ['state:TX'],
    null,
  ],
  ['none that only begins so', 'cash duplex', [found('Cashmere, WA', 'locality')], undefined, 'cash'],
  ['the ZIP, and not its city', 'duplex miami 33101', MIAMI, ['zip:33101'], 'miami'],
])('%s', async (_, typed, places, place, text) => {
  const server = createFakeApi()
  server.on(queryLocations, { data: places })
  const list = wireOf([plainDeal({ id: 7 })])
  server.on(listFirstDeals, { data: { question: '', list, count: 1, bounds: null } })
  const clock = createFakeClock()
  const log = { warn: vi.fn(), error: vi.fn() }
  const model = createCommandModel({ api: server.api, clock, log, own: () => [] })
  model.setText(typed)
  clock.advance(1000)
  await vi.waitFor(() => expect(model.isLoading.value).toBe(false))
  const [asked] = server.of(listFirstDeals)
  expect(asked?.query).toMatchObject({ types: ['duplex'], ...(place ? { place } : {}) })
  expect(asked?.query).toHaveProperty(text === null ? 'types' : 'q', text === null ? ['duplex'] : [text])
  if (place === undefined) expect(asked?.query).not.toHaveProperty('place')
  model.dispose()
})
