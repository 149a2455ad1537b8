/** The deals of a browser: the copy first, then the network, and nothing ever by halves. */
import { expect, test, vi } from 'vitest'
import { createDealsStore } from '#marketplace/buyer/platform/create-deals-store.ts'
import type { DealCopy } from '#marketplace/buyer/platform/deal-copies.ts'
import { createTableReader } from '#marketplace/buyer/platform/deals-reader.ts'
import type { DealsState } from '#marketplace/buyer/platform/deals-store.ts'
import { createFetchDeals } from '#marketplace/buyer/platform/fetch-deals.ts'
import { DEALS_STALL_MS } from '#shared/contract/limits.ts'
import { DEAL_COLUMNS } from '#shared/contract/properties.ts'
import { packTable } from '#shared/rules/deals/pack-table.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { type Answering, scriptedFetch } from '#tests/support/scripted-fetch.ts'

const LIST = 'GET /customer/api/properties'

/** Deals by id and price. */
function list(prices: Record<number, number>, more: object = {}) {
  const at = { id: DEAL_COLUMNS.indexOf('id'), price: DEAL_COLUMNS.indexOf('price') }
  const data = Object.entries(prices).map(([id, price]) => {
    const row: unknown[] = DEAL_COLUMNS.map(() => null)
    row[at.id] = Number(id)
    row[at.price] = price
    return row
  })
  return { columns: DEAL_COLUMNS, data, img_paths: [], all_count: data.length, cursor: 'c1', ...more }
}
const tableOf = (prices: Record<number, number>) => parseDealList(list(prices) as never)

function setUp({ copy = null as DealCopy | null } = {}) {
  const server = scriptedFetch()
  const clock = createFakeClock()
  const log = { warn: vi.fn(), error: vi.fn() }
  const kept: { copy: DealCopy | null; drops: number } = { copy, drops: 0 }
  const store = createDealsStore({
    fetchDeals: createFetchDeals({ base: 'http://plat.test/customer/api', clock, fetch: server.fetch }),
    readTable: createTableReader(() => {
      throw new Error('no workers here')
    }),
    copies: {
      read: async () => kept.copy,
      write: async (next) => {
        kept.copy = next
      },
      drop: async () => {
        kept.copy = null
        kept.drops++
      },
    },
    clock,
    log,
    whenIdle: (run) => run(),
  })
  const answer = (answering: Answering | Parameters<typeof server.on>[1]) => server.on(LIST, answering)
  return { store, server, answer, clock, kept, log }
}

const ready = (state: DealsState) => {
  if (state.phase !== 'ready') throw new Error(`the deals are ${state.phase}`)
  return state
}
const prices = (state: DealsState) => {
  const { table } = ready(state)
  return Object.fromEntries(Array.from(table.numbers.id, (id, row) => [id, table.numbers.price[row]]))
}

test('a first visit loads the whole list and keeps a copy with its ETag', async () => {
  const { store, server, answer, kept } = setUp()
  answer({ body: list({ 1: 100, 2: 200 }), headers: { ETag: '"r1"' } })
  await store.load()
  expect(prices(store.state.value)).toEqual({ 1: 100, 2: 200 })
  expect(ready(store.state.value).isFresh).toBe(true)
  expect(kept.copy?.etag).toBe('"r1"')
  expect(server.asked[0]?.url.search).toBe('')
})

test('a second visit shows the copy before the network answers, then asks only for what changed', async () => {
  const { store, server, answer, clock } = setUp({
    copy: { packed: packTable(tableOf({ 1: 100, 2: 200 })), etag: '"r1"', asOfMs: 5 },
  })
  let release = () => {}
  answer(async () => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return {
      body: list({ 2: 150 }, { is_delta: true, removed: [1], cursor: 'c2' }),
      headers: { ETag: '"r2"' },
    }
  })
  const loaded = store.load()
  await vi.waitFor(() => expect(store.state.value.phase).toBe('ready'))
  expect(prices(store.state.value)).toEqual({ 1: 100, 2: 200 })
  expect([ready(store.state.value).isFresh, ready(store.state.value).asOfMs]).toEqual([false, 5])
  await vi.waitFor(() => expect(server.asked).toHaveLength(1))
  release()
  await loaded
  expect(prices(store.state.value)).toEqual({ 2: 150 })
  expect(ready(store.state.value).asOfMs).toBe(clock.now())
  expect(server.asked[0]?.url.searchParams.get('since')).toBe('c1')
  expect(server.asked[0]?.headers.get('If-None-Match')).toBe('"r1"')
})

test('nothing changed: the same table, known to be fresh', async () => {
  const { store, answer } = setUp()
  answer({ body: list({ 1: 100 }), headers: { ETag: '"r1"' } })
  await store.load()
  const before = ready(store.state.value)
  answer({ status: 304 })
  await store.refresh()
  const after = ready(store.state.value)
  expect([after.table === before.table, after.engine === before.engine, after.isFresh]).toEqual([
    true,
    true,
    true,
  ])
})

test('a failed refresh keeps the deals and says so, until one succeeds', async () => {
  const { store, answer, clock } = setUp()
  answer({ body: list({ 1: 100 }) })
  await store.load()
  const asOfMs = ready(store.state.value).asOfMs
  clock.advance(60_000)
  answer('offline')
  await store.refresh()
  expect([prices(store.state.value), ready(store.state.value).asOfMs]).toEqual([{ 1: 100 }, asOfMs])
  expect(store.failure.value).toEqual({ kind: 'offline' })
  answer({ body: list({ 1: 90 }, { is_delta: true }) })
  await store.refresh()
  expect([prices(store.state.value), store.failure.value]).toEqual([{ 1: 90 }, null])
})

const whole = JSON.stringify(list({ 1: 100, 2: 200 }))
test.each([
  ['cut short', whole.slice(0, -40)],
  ['with a row that is too short', JSON.stringify({ ...list({ 1: 1 }), data: [[1, 2]] })],
  ['of another kind', '"deals"'],
  ['without ids', JSON.stringify({ ...list({ 1: 1 }), columns: DEAL_COLUMNS.map((name) => `x${name}`) })],
])('a list %s shows nothing at all, and is asked for again on demand', async (_, body) => {
  const { store, answer } = setUp()
  answer({ body })
  await store.load()
  expect(store.state.value).toEqual({ phase: 'failed', failure: { kind: 'malformed', status: 200 } })
  answer({ body: list({ 1: 100 }) })
  await store.load()
  expect(prices(store.state.value)).toEqual({ 1: 100 })
})

test('a change that was cut short leaves the deals as they were', async () => {
  const { store, answer, kept } = setUp()
  answer({ body: list({ 1: 100 }) })
  await store.load()
  const copy = kept.copy
  answer({ body: whole.slice(0, 200) })
  await store.refresh()
  expect([prices(store.state.value), store.failure.value?.kind, kept.copy === copy]).toEqual([
    { 1: 100 },
    'malformed',
    true,
  ])
})

test('a copy of an older version is dropped and never shown', async () => {
  const old = { ...packTable(tableOf({ 1: 1 })), version: 0 }
  const { store, server, answer, kept } = setUp({ copy: { packed: old, etag: '"r1"', asOfMs: 5 } })
  const seen: string[] = []
  store.state.subscribe(({ phase }) => void seen.push(phase))
  answer({ body: list({ 2: 200 }) })
  await store.load()
  expect([seen, prices(store.state.value), kept.drops]).toEqual([['loading', 'ready'], { 2: 200 }, 1])
  expect(server.asked[0]?.headers.has('If-None-Match')).toBe(false)
})

test('a cursor that the server refuses is given up for the whole list', async () => {
  const { store, server, answer } = setUp({
    copy: { packed: packTable(tableOf({ 1: 100 })), etag: null, asOfMs: 5 },
  })
  answer(({ url }) =>
    url.searchParams.has('since') ? { status: 422, body: { message: '' } } : { body: list({ 7: 70 }) },
  )
  await store.load()
  expect([prices(store.state.value), server.asked.length]).toEqual([{ 7: 70 }, 2])
})

test('offline with a copy: it is shown; without one: that is said', async () => {
  const copy = { packed: packTable(tableOf({ 1: 100 })), etag: null, asOfMs: 5 }
  const [known, unknown] = [setUp({ copy }), setUp()]
  for (const { store, answer } of [known, unknown]) {
    answer('offline')
    await store.load()
  }
  expect([prices(known.store.state.value), known.store.failure.value]).toEqual([
    { 1: 100 },
    { kind: 'offline' },
  ])
  expect(unknown.store.state.value).toEqual({ phase: 'failed', failure: { kind: 'offline' } })
})

test('a server that did not answer in time is asked again, and the failure shows until it answers', async () => {
  const { store, answer, clock } = setUp()
  let abort = () => {}
  answer(
    () =>
      new Promise((_, reject) => {
        abort = () => reject(new DOMException('Aborted', 'AbortError'))
      }),
  )
  const loaded = store.load()
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  clock.advance(DEALS_STALL_MS)
  abort()
  await loaded
  expect(store.state.value).toEqual({ phase: 'failed', failure: { kind: 'timeout' } })
  const phases: string[] = []
  const stop = store.state.subscribe(({ phase }) => void phases.push(phase))
  answer({ body: list({ 1: 100 }) })
  clock.advance(1000)
  await vi.waitFor(() => expect(prices(store.state.value)).toEqual({ 1: 100 }))
  stop()
  expect(phases).toEqual(['failed', 'ready'])
})

test('who asks while it is asking is answered with what came after', async () => {
  const { store, server, answer } = setUp()
  answer({ body: list({ 1: 100 }) })
  await store.load()
  const releases: (() => void)[] = []
  answer(async () => {
    await new Promise<void>((resolve) => void releases.push(resolve))
    return { body: list({ 1: 100 - releases.length }, { is_delta: true }) }
  })
  const first = store.refresh()
  await vi.waitFor(() => expect(releases).toHaveLength(1))
  const second = [store.refresh(), store.refresh()]
  releases[0]?.()
  await vi.waitFor(() => expect(releases).toHaveLength(2))
  releases[1]?.()
  await Promise.all([first, ...second])
  expect([prices(store.state.value), server.asked.length]).toEqual([{ 1: 98 }, 3])
})

test('the bytes of a first load are counted, and forgotten when it is over', async () => {
  const { store, answer } = setUp()
  const body = JSON.stringify(list({ 1: 100 }))
  answer({ body, headers: { 'Content-Length': String(body.length) } })
  const seen: unknown[] = []
  store.progress.subscribe((now) => void seen.push(now))
  await store.load()
  expect(seen).toEqual([null, { bytes: body.length, total: body.length }, null])
})
