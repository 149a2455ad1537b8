import { expect, test, vi } from 'vitest'
import { createMergeOffer } from '#marketplace/buyer/ui/place-select/merge-offer-model.ts'
import { createTargetMarkets } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import type { LocationOptionWire } from '#shared/contract/places.ts'
import { type Scripted, scriptedApi } from '#tests/support/fake-api.ts'

const option = (id: string, label: string, within: string[]): LocationOptionWire => ({
  label,
  value: {
    placeId: id,
    place: {
      place_id: id,
      formatted_address: label,
      types: [],
      within,
      geometry: { location: { lat: 29.3, lng: -94.8 } },
    },
  },
})
const COUNTY = option('p', 'Galveston County, TX', ['tx'])
const CITY = option('c', 'Galveston, TX', ['p', 'tx'])
const OTHER = option('h', 'Harris County, TX', ['tx'])

const stored = (id: number, { label, value }: LocationOptionWire): Scripted => ({
  data: { id, geotag_id: id, geotag: { id, name_formated: label, results: [value.place] } },
})

function setUp(answers: Scripted[]) {
  const { api, calls } = scriptedApi(answers)
  const markets = createTargetMarkets({ api, log: { warn: vi.fn(), error: vi.fn() } })
  return { markets, offer: createMergeOffer(markets), calls }
}
const labels = (markets: ReturnType<typeof createTargetMarkets>) => markets.list.value.map(({ id }) => id)

test('a county that contains a chosen city offers to keep only the county', async () => {
  const { markets, offer } = setUp([stored(1, CITY), stored(2, COUNTY), { message: 'Removed.' }])
  await offer.add(CITY)
  expect(offer.merge.value).toBeNull()
  await offer.add(COUNTY)
  expect(offer.merge.value?.label).toBe('Keep only Galveston County, TX')
  await offer.accept()
  expect([labels(markets), offer.merge.value]).toEqual([[2], null])
})

test('a city inside a chosen county offers to keep only the county', async () => {
  const { markets, offer } = setUp([stored(1, COUNTY), stored(2, CITY), { message: 'Removed.' }])
  await offer.add(COUNTY)
  await offer.add(CITY)
  expect(offer.merge.value?.label).toBe('Keep only Galveston County, TX')
  await offer.accept()
  expect(labels(markets)).toEqual([1])
})

test('both may stay', async () => {
  const { markets, offer, calls } = setUp([stored(1, CITY), stored(2, COUNTY)])
  await offer.add(CITY)
  await offer.add(COUNTY)
  offer.dismiss()
  expect([labels(markets), offer.merge.value, calls.length]).toEqual([[1, 2], null, 2])
})

test('neither a place beside another nor a circle around one is offered anything', async () => {
  const { offer } = setUp([stored(1, CITY), stored(2, OTHER), stored(3, COUNTY)])
  await offer.add(CITY)
  await offer.add(OTHER)
  expect(offer.merge.value).toBeNull()
  await offer.add(COUNTY, 25)
  expect(offer.merge.value).toBeNull()
})
