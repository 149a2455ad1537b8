/** On phones the deals are a list or a map: what the address of the entry says, until the person chooses. */
import { expect, test } from 'vitest'
import {
  keepIsMapShown,
  keepPlace,
  readIsMapShown,
} from '#marketplace/buyer/features/browse/list/kept-place.ts'

function entry(path: string) {
  const location = { href: `https://plat.example${path}` }
  const history = {
    state: null as unknown,
    replaceState(state: unknown, _title: string, href?: string | URL | null) {
      history.state = state
      if (href) location.href = String(href)
    },
  }
  return { history, location, path: () => location.href.replace('https://plat.example', '') }
}

test.each([
  ['/deals', false],
  ['/deals?view=map', true],
  ['/deals?price=..200k&view=map', true],
  ['/deals?view=list', false],
  ['/deals?map=29.7,-95.3,9', false],
])('%s shows the map on a phone: %s', (path, isMap) => {
  expect(readIsMapShown(entry(path))).toBe(isMap)
})

test.each([
  ['/deals?view=map', '/deals'],
  ['/deals?view=map&price=..200k', '/deals?price=..200k'],
  ['/deals?price=..200k&view=map#top', '/deals?price=..200k#top'],
  ['/deals?view=list', '/deals?view=list'],
])('the list of %s has the address %s', (path, after) => {
  const page = entry(path)
  keepIsMapShown(page, false)
  expect([page.path(), readIsMapShown(page)]).toEqual([after, false])
})

test('a place in the list that is kept does not choose for the person', () => {
  const page = entry('/deals?view=map')
  keepPlace(page.history, { dealId: 7 })
  expect(readIsMapShown(page)).toBe(true)
})

test('coming back shows what was shown', () => {
  const page = entry('/deals')
  keepIsMapShown(page, true)
  keepPlace(page.history, { dealId: 7 })
  expect([page.path(), readIsMapShown(page)]).toEqual(['/deals', true])
})
