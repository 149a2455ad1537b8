// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { PlaceBox } from '#marketplace/buyer/ui/place-select/place-box.tsx'
import { createPlaceSearch } from '#marketplace/buyer/ui/place-select/place-search.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { LocationOptionWire } from '#shared/contract/places.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { doing, render, the, type } from '#tests/support/render.tsx'

const HOUSTON: LocationOptionWire = {
  label: 'Houston, TX',
  value: {
    placeId: 'city:Houston,TX',
    place: {
      place_id: 'city:Houston,TX',
      formatted_address: 'Houston, TX',
      types: ['locality'],
      geometry: { location: { lat: 29.76, lng: -95.37 } },
    },
  },
}

test('recent searches that could not be loaded are asked for again when the box is emptied', async () => {
  const load = vi.fn<() => Promise<LocationOptionWire[]>>()
  load.mockRejectedValueOnce(new ApiError('getLocationHistory', { kind: 'timeout' }))
  load.mockResolvedValue([HOUSTON])
  const search = createPlaceSearch({
    api: () => new Promise(() => {}),
    clock: createFakeClock(),
    log: { warn() {}, error() {} },
    whereabouts: () => new Promise(() => {}),
    kept: { load, push: async () => {}, forget: async () => {} },
  })
  const box = await render(
    <PlaceBox label="Search location" value="" search={search} onPlace={() => {}} onClear={() => {}} />,
  )
  const input = the<HTMLInputElement>(box, 'input')
  const options = () => [...box.querySelectorAll('[role=option]')].map((one) => one.textContent)
  await doing(() => input.focus())
  await type(input, 'h')
  expect(options()).toEqual([])
  await type(input, '')
  expect(options()).toEqual([expect.stringContaining('Houston, TX')])
})
