/** The address says what is looked for: Back and Forward step through it, and a pause makes a step. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBrowseAddress, type Step } from '#marketplace/buyer/features/browse/address/browse-address.ts'
import { FILTER_PAUSE_MS } from '#shared/contract/limits.ts'
import { DEFAULT_QUERY, type DealQuery } from '#shared/rules/deals/filter.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

/** A window's history, as far as an address needs it. */
function fakeWindow(start = '/deals') {
  const events = new EventTarget()
  const entries = [{ href: start, state: null as unknown }]
  let at = 0
  const url = () => new URL(entries[at]?.href ?? '/', 'http://plat.test')
  const write = (state: unknown, href: string) => ({ state, href: new URL(href, url()).href })
  const go = (by: number) => {
    at = Math.min(entries.length - 1, Math.max(0, at + by))
    events.dispatchEvent(new Event('popstate'))
  }
  return {
    entries,
    go,
    get place() {
      return at
    },
    location: {
      get pathname() {
        return url().pathname
      },
      get search() {
        return url().search
      },
    },
    history: {
      get state() {
        return entries[at]?.state
      },
      pushState(state: unknown, _: string, href: string) {
        entries.splice(++at, entries.length, write(state, href))
      },
      replaceState(state: unknown, _: string, href: string) {
        entries[at] = write(state, href)
      },
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  }
}

function setUp(start?: string) {
  const window = fakeWindow(start)
  const clock = createFakeClock()
  const address = createBrowseAddress(window as never, clock)
  const price = (max: number): DealQuery => ({
    ...address.query.peek(),
    filter: { ...address.query.peek().filter, ranges: { price: { max } } },
  })
  return { window, clock, address, price }
}

test('a change is a step of Back, readable in the address', () => {
  const { window, address, price } = setUp()
  address.set(price(500_000), 'step')
  expect(window.location.search).toBe('?v=1&price=-500000')
  window.go(-1)
  expect(address.query.value).toEqual(DEFAULT_QUERY)
  window.go(1)
  expect(address.query.value).toEqual(price(500_000))
})

test('changes within a pause are one step, also when they come one after another for longer', () => {
  const { window, clock, address, price } = setUp()
  for (const max of [1, 15, 150, 1500]) {
    address.set(price(max), 'step')
    clock.advance(FILTER_PAUSE_MS - 100)
  }
  expect(window.entries).toHaveLength(2)
  window.go(-1)
  expect(address.query.value).toEqual(DEFAULT_QUERY)
})

test('moving the map is no step, and keeps what others know about the entry', () => {
  const { window, address } = setUp()
  window.history.replaceState({ entry: 'mine' }, '', '/deals')
  address.set({ ...DEFAULT_QUERY, view: { lat: 29.76, lng: -95.37, zoom: 10 } }, 'replace')
  expect([window.entries.length, window.history.state, window.location.search]).toEqual([
    1,
    { entry: 'mine' },
    '?v=1&map=29.76,-95.37,10',
  ])
})

test('what Back brought is not overwritten by the next change within the pause', () => {
  const { window, address, price } = setUp()
  address.set(price(500_000), 'step')
  window.go(-1)
  address.set(price(300_000), 'step')
  window.go(-1)
  expect(address.query.value).toEqual(DEFAULT_QUERY)
})

test('nonsense in the address is named and left out, until a person changes something', () => {
  const { address, price } = setUp('/deals?v=1&price=banana&sort=shoe')
  expect(address.query.value).toEqual(DEFAULT_QUERY)
  expect(address.problems.value).toHaveLength(2)
  address.set({ ...DEFAULT_QUERY, view: { lat: 1, lng: 2, zoom: 3 } }, 'replace')
  expect(address.problems.value).toHaveLength(2)
  address.set(price(1), 'step')
  expect(address.problems.value).toEqual([])
})

test('a page that was left writes into nobody else’s address', () => {
  const { window, address, price } = setUp()
  window.history.pushState(null, '', '/property/7')
  address.set(price(1), 'replace')
  expect(window.location.pathname + window.location.search).toBe('/property/7')
})

const someChange = fc.record({
  max: fc.integer({ min: 1, max: 9 }),
  step: fc.constantFrom<Step>('step', 'replace'),
  pauseMs: fc.constantFrom(0, 100, FILTER_PAUSE_MS + 1),
  back: fc.integer({ min: -2, max: 2 }),
})

test('whatever is done, the query is what the address says, and Back finds every entry as it was left', () => {
  fc.assert(
    fc.property(fc.array(someChange, { maxLength: 20 }), (changes) => {
      const { window, clock, address, price } = setUp()
      for (const { max, step, pauseMs, back } of changes) {
        if (back !== 0) window.go(back)
        address.set(price(max), step)
        clock.advance(pauseMs)
        const read = createBrowseAddress(window as never, clock)
        expect(address.query.value).toEqual(read.query.value)
        read.dispose()
      }
      const left = window.entries.map(({ href }) => href)
      window.go(-window.entries.length)
      for (const href of left) {
        expect(new URL(href, 'http://plat.test').search).toBe(window.location.search)
        const read = createBrowseAddress(window as never, clock)
        expect(address.query.value).toEqual(read.query.value)
        read.dispose()
        window.go(1)
      }
    }),
    { numRuns: 60 },
  )
})
