import { expect, test, vi } from 'vitest'
import { createSearch } from '#marketplace/kit/search-as-you-type.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const DELAY_MS = 300

function setUp() {
  const clock = createFakeClock()
  const log = { warn: vi.fn(), error: vi.fn() }
  const asked: { text: string; aborted: AbortSignal; answer: (found: string[]) => void; fail: () => void }[] =
    []
  const search = createSearch<string>({
    ask: (text, aborted) =>
      new Promise((answer, reject) => {
        asked.push({ text, aborted, answer, fail: () => reject(new ApiError('x', { kind: 'offline' })) })
      }),
    delayMs: DELAY_MS,
    minLength: 2,
    clock,
    log,
    name: 'Test search',
  })
  return { search, clock, asked, log }
}

test('it asks once for what stands there after the pause', () => {
  const { search, clock, asked } = setUp()
  for (const text of ['ho', 'hou', 'hous']) {
    search.setText(text)
    clock.advance(DELAY_MS - 1)
  }
  clock.advance(1)
  expect(asked.map((one) => one.text)).toEqual(['hous'])
})

test('a text that is too short clears the results and asks nothing', async () => {
  const { search, clock, asked } = setUp()
  search.setText('ho')
  clock.advance(DELAY_MS)
  asked[0]?.answer(['Houston'])
  await vi.waitFor(() => expect(search.results.value).toEqual(['Houston']))
  search.setText('h')
  expect([search.results.value, search.isLoading.value, search.isEmpty.value]).toEqual([[], false, false])
  clock.advance(DELAY_MS)
  expect(asked).toHaveLength(1)
})

test('an answer that was overtaken is called off and dropped', async () => {
  const { search, clock, asked } = setUp()
  search.setText('ho')
  clock.advance(DELAY_MS)
  search.setText('houston')
  clock.advance(DELAY_MS)
  expect(asked[0]?.aborted.aborted).toBe(true)
  asked[1]?.answer(['Houston'])
  asked[0]?.answer(['Hoboken'])
  await vi.waitFor(() => expect(search.results.value).toEqual(['Houston']))
  await Promise.resolve()
  expect(search.results.value).toEqual(['Houston'])
})

test('"nothing found" is said only after an answer', async () => {
  const { search, clock, asked } = setUp()
  search.setText('zz')
  expect(search.isEmpty.value).toBe(false)
  clock.advance(DELAY_MS)
  expect(search.isEmpty.value).toBe(false)
  asked[0]?.answer([])
  await vi.waitFor(() => expect(search.isEmpty.value).toBe(true))
})

test('a failure is logged and said, is not "nothing found", and can be repeated at once', async () => {
  const { search, clock, asked, log } = setUp()
  search.setText('zz')
  clock.advance(DELAY_MS)
  asked[0]?.fail()
  await vi.waitFor(() => expect(search.hasFailed.value).toBe(true))
  expect([search.isEmpty.value, log.warn.mock.calls.length]).toEqual([false, 1])
  search.retry()
  clock.advance(0)
  asked[1]?.answer(['Zzyzx'])
  await vi.waitFor(() => expect(search.results.value).toEqual(['Zzyzx']))
})
