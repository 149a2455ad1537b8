// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { checkedApi, checkedSocket, watchConnection } from '#marketplace/kit/connection.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { adminUser } from '#shared/contract/admin.ts'
import type { RealtimeState } from '#shared/realtime/realtime.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))

function setUp(everyMs?: number) {
  const clock = createFakeClock()
  const server = { status: 200 as number | null }
  const fetch = vi.fn(async () => {
    if (server.status === null) throw new TypeError('Failed to fetch')
    return new Response('', { status: server.status })
  })
  const target = new EventTarget()
  const document = { hidden: false }
  const connection = watchConnection({
    clock,
    ...(everyMs === undefined ? {} : { everyMs }),
    window: {
      document,
      addEventListener: target.addEventListener.bind(target),
      fetch,
      navigator: window.navigator,
    } as unknown as Window,
  })
  const back = vi.fn()
  connection.onBack(back)
  const tick = async (ms: number) => {
    clock.advance(ms)
    await settled()
  }
  const browserSays = async (name: 'offline' | 'online') => {
    target.dispatchEvent(new Event(name))
    await settled()
  }
  return { clock, server, fetch, document, connection, back, tick, browserSays }
}

test('a server that answers is not away, whatever has failed', async () => {
  const { connection, back } = setUp()
  expect(await connection.check()).toBe(true)
  expect([connection.isOnline.value, back.mock.calls.length]).toEqual([true, 0])
})

test.each([
  ['does not answer', null],
  ['has a gateway answer for it', 502],
])('a server that %s is away until it answers, which is told once', async (_, status) => {
  const { connection, server, back, tick } = setUp()
  server.status = status
  const checked = Promise.all([connection.check(), connection.check()])
  await settled()
  expect(connection.isOnline.value).toBe(false)
  server.status = 200
  await tick(500)
  expect(await checked).toEqual([false, false])
  expect([connection.isOnline.value, back.mock.calls.length]).toEqual([true, 1])
})

test('a server that stays away is asked less and less often', async () => {
  const { connection, server, fetch, tick } = setUp()
  server.status = null
  void connection.check()
  await settled()
  for (let second = 0; second < 600; second++) await tick(1000)
  expect(fetch.mock.calls.length).toBeGreaterThan(40)
  expect(fetch.mock.calls.length).toBeLessThan(95)
})

test('the browser that goes online again asks at once', async () => {
  const { connection, server, back, tick, browserSays } = setUp()
  server.status = null
  await browserSays('offline')
  expect(connection.isOnline.value).toBe(false)
  for (let round = 0; round < 8; round++) await tick(15_000)
  server.status = 200
  await browserSays('online')
  expect([connection.isOnline.value, back.mock.calls.length]).toEqual([true, 1])
})

test('code is imported again when the server is back', async () => {
  const { connection, server, tick } = setUp()
  server.status = null
  const load = vi.fn(async () => {
    if (server.status === null) throw new TypeError('Failed to fetch dynamically imported module')
    return 'code'
  })
  const loading = connection.code(load)
  await settled()
  server.status = 200
  await tick(500)
  expect([await loading, load.mock.calls.length]).toEqual(['code', 2])
})

test('code that is gone while the server answers is given up after a second try', async () => {
  const { connection } = setUp()
  const load = vi.fn(() => Promise.reject(new TypeError('404')))
  await expect(connection.code(load)).rejects.toThrow('404')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a page without a live socket notices by itself that the server is away, unless nobody sees the page', async () => {
  const { connection, server, fetch, document, tick } = setUp(30_000)
  server.status = null
  document.hidden = true
  await tick(90_000)
  expect([fetch.mock.calls.length, connection.isOnline.value]).toEqual([0, true])
  document.hidden = false
  await tick(30_000)
  expect(connection.isOnline.value).toBe(false)
})

test.each<[string, Failure, number]>([
  ['has no answer', { kind: 'offline' }, 1],
  ['takes too long', { kind: 'timeout' }, 1],
  ['is refused', { kind: 'refused', status: 404, problem: { message: '' }, retryAfterMs: null }, 0],
])('a call that %s asks for the server only when it may be away', async (_, failure, times) => {
  const check = vi.fn(async () => true)
  const error = new ApiError('adminUser', failure)
  const api = checkedApi((() => Promise.reject(error)) as Api, { check })
  await expect(api(adminUser, {})).rejects.toBe(error)
  expect(check).toHaveBeenCalledTimes(times)
})

test.each<[string, RealtimeState[], number]>([
  ['is made', ['connecting', 'connected'], 0],
  ['is lost', ['connecting', 'connected', 'connecting'], 1],
  ['cannot be made', ['connecting', 'unavailable'], 1],
])('a live socket that %s asks for the server only when it may be away', (_, states, times) => {
  const check = vi.fn(async () => true)
  states.forEach(checkedSocket({ check }))
  expect(check).toHaveBeenCalledTimes(times)
})
