/** Earlier location searches of a visitor, and why a position is not known. */
import { expect, test, vi } from 'vitest'
import { localHistory } from '#marketplace/buyer/ui/place-select/place-history.ts'
import {
  createPlaceSearch,
  NO_POSITION,
  POSITION_DENIED,
  POSITION_SLOW,
} from '#marketplace/buyer/ui/place-select/place-search.ts'
import { LOCATION_HISTORY_MAX } from '#shared/contract/limits.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const option = (id: string) => ({
  label: id.toUpperCase(),
  value: {
    placeId: id,
    place: {
      place_id: id,
      formatted_address: id.toUpperCase(),
      types: ['locality'],
      geometry: { location: { lat: 1, lng: 2 } },
    },
  },
})

function fakeStorage(start: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(start))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
}

function searchOver(storage: Storage, whereabouts = () => Promise.reject<never>(new Error('unused'))) {
  return createPlaceSearch({
    api: () => Promise.reject(new Error('a visitor asks nothing of the server')),
    clock: createFakeClock(),
    log: { warn: vi.fn(), error: vi.fn() },
    whereabouts,
    kept: localHistory(() => storage),
  })
}
const labels = async (storage: Storage) => {
  const search = searchOver(storage)
  await search.loadHistory()
  return search.history.value.map(({ label }) => label)
}

test('a visitor’s searches stay in the browser: newest first, no doubles, at most ten', async () => {
  const storage = fakeStorage()
  const search = searchOver(storage)
  for (let n = 0; n <= LOCATION_HISTORY_MAX; n++) search.remember(option(`p${n}`))
  search.remember(option('p5'))
  await vi.waitFor(async () => expect((await labels(storage))[0]).toBe('P5'))
  expect(await labels(storage)).toHaveLength(LOCATION_HISTORY_MAX)
  expect(new Set(await labels(storage)).size).toBe(LOCATION_HISTORY_MAX)
})

test('one is forgotten, then all', async () => {
  const storage = fakeStorage()
  const search = searchOver(storage)
  for (const id of ['a', 'b', 'c']) search.remember(option(id))
  search.forget(option('b'))
  expect(search.history.value.map(({ label }) => label)).toEqual(['C', 'A'])
  await vi.waitFor(async () => expect(await labels(storage)).toEqual(['C', 'A']))
  search.forget(null)
  expect(search.history.value).toEqual([])
  await vi.waitFor(async () => expect(await labels(storage)).toEqual([]))
})

test.each([
  ['is no JSON', '{'],
  ['is no list', '{}'],
  ['holds what is no place', '[1, null, {"label":"x","value":"y"}]'],
])('a history that %s is none', async (_, text) => {
  expect(await labels(fakeStorage({ 'plat.places': text }))).toEqual([])
})

test.each([
  [{ code: 1 }, POSITION_DENIED],
  [{ code: 3 }, POSITION_SLOW],
  [{ code: 2 }, NO_POSITION],
  [new Error('no geolocation'), NO_POSITION],
])('a position that fails with %j has words of its own', async (error, problem) => {
  const search = searchOver(fakeStorage(), () => Promise.reject<never>(error))
  expect(await search.locate()).toEqual({ problem })
})
