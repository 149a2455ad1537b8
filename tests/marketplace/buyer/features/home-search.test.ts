/** Where a search on the home page leads. */
import { expect, test } from 'vitest'
import { foundAddress } from '#marketplace/buyer/features/home/home-search.tsx'
import type { PlaceWire } from '#shared/contract/places.ts'

const place = (given: Partial<PlaceWire>): PlaceWire => ({
  place_id: 'x',
  formatted_address: 'Houston, TX',
  types: ['locality'],
  geometry: { location: { lat: 29.76, lng: -95.37 } },
  ...given,
})

test('a city leads to its deals', () => {
  expect(new URL(foundAddress(place({})), 'https://plat.test').searchParams.get('place')).toBe(
    'city:Houston,TX',
  )
})

test('a street leads to what is around it, not to all deals', () => {
  const found = foundAddress(
    place({ formatted_address: '12 Elm Street, Houston, TX', types: ['street_address'] }),
  )
  const { searchParams } = new URL(found, 'https://plat.test')
  expect(searchParams.get('place')).toBeNull()
  expect([...searchParams.values()].join()).toContain('29.715')
})
