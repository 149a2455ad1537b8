/** The call that brings the list of deals: one repeat, patience by the byte, and the failures of the API client. */
import { expect, test, vi } from 'vitest'
import { createFetchDeals } from '#marketplace/buyer/platform/fetch-deals.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { DEALS_STALL_MS, RETRY_DELAY_MS } from '#shared/contract/limits.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { scriptedFetch } from '#tests/support/scripted-fetch.ts'

const LIST = 'GET /customer/api/properties'
const WHOLE = { since: null, etag: null }

function setUp(fetching?: typeof fetch) {
  const server = scriptedFetch()
  const clock = createFakeClock()
  const ask = createFetchDeals({
    base: 'http://plat.test/customer/api',
    clock,
    fetch: fetching ?? server.fetch,
  })
  return { ask, server, clock }
}
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.failure : error),
  )

test('a server that stumbles is asked once more', async () => {
  const { ask, server, clock } = setUp()
  let count = 0
  server.on(LIST, () => (++count === 1 ? { status: 503, body: { message: '' } } : { body: '[]' }))
  const asked = ask(WHOLE)
  await vi.waitFor(() => {
    clock.advance(RETRY_DELAY_MS)
    expect(server.asked).toHaveLength(2)
  })
  expect(await asked).toMatchObject({ kind: 'body' })
})

test('a server that says when to come back is asked again then, and not sooner', async () => {
  const { ask, server, clock } = setUp()
  let count = 0
  const away = { status: 503, headers: { 'Retry-After': '2' }, body: { message: '' } }
  server.on(LIST, () => (++count === 1 ? away : { body: '[]' }))
  const [asked, begunMs] = [ask(WHOLE), clock.now()]
  await vi.waitFor(
    () => {
      clock.advance(100)
      expect(server.asked).toHaveLength(2)
    },
    { interval: 1 },
  )
  expect(clock.now() - begunMs).toBeGreaterThanOrEqual(2000)
  expect(await asked).toMatchObject({ kind: 'body' })
})

test.each([
  ['a refusal', { status: 403, body: { message: '' } }, 403],
  ['one that wants a wait of more than ten seconds', { status: 503, headers: { 'Retry-After': '30' } }, 503],
])('%s is not repeated', async (_, answer, status) => {
  const { ask, server } = setUp()
  server.on(LIST, answer)
  expect(await failureOf(ask(WHOLE))).toMatchObject({ kind: 'refused', status })
  expect(server.asked).toHaveLength(1)
})

test('no answer is no connection', async () => {
  const { ask, server } = setUp()
  server.on(LIST, 'offline')
  expect(await failureOf(ask(WHOLE))).toEqual({ kind: 'offline' })
})

test('it may take long as long as something comes, and is given up when nothing does', async () => {
  const pieces: ((piece: string) => void)[] = []
  const { ask, clock } = setUp(async (_, init) => {
    const body = new ReadableStream({
      start(controller) {
        pieces.push((piece) => controller.enqueue(new TextEncoder().encode(piece)))
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
      },
    })
    return new Response(body)
  })
  const bytes: number[] = []
  const asked = failureOf(ask({ ...WHOLE, onProgress: (count) => void bytes.push(count) }))
  await vi.waitFor(() => expect(pieces).toHaveLength(1))
  for (const count of [2, 4]) {
    clock.advance(DEALS_STALL_MS - 1)
    pieces[0]?.('[]')
    await vi.waitFor(() => expect(bytes.at(-1)).toBe(count))
  }
  clock.advance(DEALS_STALL_MS)
  expect(await asked).toEqual({ kind: 'timeout' })
})
