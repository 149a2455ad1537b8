/** The head of the list, what a press on a value filters, the orders, the columns and what is compared. */
import { describe, expect, test } from 'vitest'
import { toggleCompared } from '#marketplace/buyer/features/browse/compare/compared.ts'
import { COMPARED_ROWS } from '#marketplace/buyer/features/browse/compare/compared-rows.ts'
import { commandOf } from '#marketplace/buyer/features/browse/keyboard/keys.ts'
import { filterByValue } from '#marketplace/buyer/features/browse/list/filter-by-value.ts'
import { keepPlace, NO_PLACE, readPlace } from '#marketplace/buyer/features/browse/list/kept-place.ts'
import { countOf, headingOf } from '#marketplace/buyer/features/browse/list/result-labels.ts'
import { sortChoices, sortOf, sortValue } from '#marketplace/buyer/features/browse/list/sort-labels.ts'
import {
  daysListed,
  readColumns,
  repairsText,
} from '#marketplace/buyer/features/browse/list/table-columns.ts'
import { markViewed, readViewed } from '#marketplace/buyer/platform/viewed-deals.ts'
import { areKeysOn, keepKeysOn } from '#marketplace/kit/keys/key-press.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { DEFAULT_FILTER } from '#shared/rules/deals/filter.ts'

const HOUSTON = { kind: 'city', name: 'Houston', state: 'TX' } as const
const KEY = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false }

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
}
const noStorage = (): Storage => {
  throw new Error('The browser lets nobody keep anything.')
}

describe('the head of the list', () => {
  test.each([
    ['nowhere in particular', [], [], 'Deals'],
    ['one place', [HOUSTON], [], 'Houston, TX'],
    [
      'two places',
      [HOUSTON, { kind: 'state', name: 'TX', state: 'TX' } as const],
      [],
      'Houston, TX and 1 more',
    ],
    ['a drawn area', [], [[]], 'Drawn area'],
  ])('names %s', (_, places, areas, words) => {
    expect(headingOf({ places, areas })).toBe(words)
  })

  test('counts what passes of all there are, and says when the map narrows it', () => {
    const bounds = { south: 29, west: -96, north: 30, east: -95 }
    expect(countOf({ filter: DEFAULT_FILTER }, 603, 57_120)).toBe('603 of 57,120 deals')
    expect(countOf({ filter: { ...DEFAULT_FILTER, bounds } }, 38, 57_120)).toBe('38 of 57,120 deals in view')
    expect(countOf({ filter: DEFAULT_FILTER }, 1, 1)).toBe('1 deal')
  })
})

test.each([
  ['a price, by that and less', 'price', 184_500, { max: 184_500 }],
  ['beds, by that and more', 'beds', 3, { min: 3 }],
  ['a year, by its decade', 'year', 1968, { min: 1960, max: 1969 }],
  ['a size, by about the same', 'sqft', 1000, { min: 900, max: 1100 }],
] as const)('a press on a value filters: %s', (_, key, value, range) => {
  expect(filterByValue(DEFAULT_FILTER, { kind: 'range', key, value }).ranges).toEqual({ [key]: range })
})

test('an order that came from an address stands among the choices', () => {
  const own = { key: 'beds', descending: false } as const
  expect(sortChoices(own).at(-1)?.label).toBe('Beds, ascending')
  expect(sortOf(sortValue(own))).toEqual(own)
  expect(sortOf('nonsense:asc')).toBeNull()
})

test('the place in the list is kept in the entry of the history, and nonsense there is no place', () => {
  const history = {
    state: { entry: 'a' } as unknown,
    replaceState(next: unknown) {
      this.state = next
    },
  }
  keepPlace(history, { dealId: 7 })
  expect(history.state).toMatchObject({ entry: 'a', deals: { dealId: 7 } })
  expect(readPlace(history).dealId).toBe(7)
  expect(readPlace({ ...history, state: { deals: { list: 3, dealId: 'x' } } })).toBe(NO_PLACE)
})

test('five deals are compared at most; a second press takes one out', () => {
  expect(toggleCompared([1, 2], 1)).toEqual([2])
  expect(toggleCompared([1, 2, 3, 4], 5)).toEqual([1, 2, 3, 4, 5])
  expect(toggleCompared([1, 2, 3, 4, 5], 6)).toBeNull()
})

test('the lowest price stands out among the compared, and none among equals', () => {
  const price = COMPARED_ROWS.find(({ label }) => label === 'Price')
  const [low, high] = [{ price: 1 } as DealFacts, { price: 2 } as DealFacts]
  expect(price?.isBest?.(low, [low, high])).toBe(true)
  expect(price?.isBest?.(high, [low, high])).toBe(false)
  expect(price?.isBest?.(low, [low, { price: 1 } as DealFacts])).toBe(false)
})

test('keys mean something, except with a modifier, while a word is composed, or after another key', () => {
  expect(commandOf({ ...KEY, key: 'j' }, null)).toBe('next')
  expect(commandOf({ ...KEY, key: 'm' }, 'g')).toBe('messages')
  expect(commandOf({ ...KEY, key: 'm' }, null)).toBe('message')
  expect(commandOf({ ...KEY, key: 'j', ctrlKey: true }, null)).toBeNull()
  expect(commandOf({ ...KEY, key: 'j', isComposing: true }, null)).toBeNull()
  expect(commandOf({ ...KEY, key: 'Enter' }, null)).toBeNull()
})

test.each([
  ['j', 'next'],
  ['k', 'previous'],
  ['s', 'favourite'],
  ['o', 'offer'],
  ['h', 'hide'],
])('%s means %s', (key, command) => {
  expect(commandOf({ ...KEY, key }, null)).toBe(command)
})

test('keys that were turned off stay off', () => {
  const kept = storage()
  keepKeysOn(() => kept, false)
  expect(areKeysOn(() => kept)).toBe(false)
  expect(areKeysOn(noStorage)).toBe(true)
})

test('deals that were opened are remembered, each once; without storage none is', () => {
  const kept = storage()
  markViewed(() => kept, 1)
  markViewed(() => kept, 2)
  expect([...markViewed(() => kept, 1)]).toEqual([2, 1])
  expect([...readViewed(() => kept)]).toEqual([2, 1])
  expect([...markViewed(noStorage, 1)]).toEqual([])
})

test('columns are those somebody chose, in the order of the table', () => {
  const kept = storage()
  kept.setItem('plat.deal-columns', '["year","price","gone"]')
  expect(readColumns(() => kept).map(({ id }) => id)).toEqual(['price', 'year'])
  expect(readColumns(noStorage).length).toBeGreaterThan(5)
})

test.each([
  [0, 'today'],
  [1, '1 day'],
  [12, '12 days'],
])('listed %s days ago reads %s', (days, words) => {
  expect(daysListed(1_000_000, 1_000_000 + days * 86_400_000)).toBe(words)
})

test('an estimate of repairs is a span, or one amount', () => {
  expect(repairsText({ repairs: { min: 28_000, max: 36_000 } })).toBe('$28K to $36K')
  expect(repairsText({ repairs: { min: 28_000, max: 28_000 } })).toBe('$28K')
  expect(repairsText({ repairs: null })).toBe('')
})
