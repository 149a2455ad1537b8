// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { watchConnection } from '#marketplace/platform/connection.ts'
import { failureWords } from '#marketplace/platform/failure-words.ts'

test('a lost connection is known until it is back, which is told', () => {
  const connection = watchConnection(window)
  const back = vi.fn()
  connection.onBack(back)
  window.dispatchEvent(new Event('offline'))
  expect([connection.isOnline.value, back.mock.calls.length]).toEqual([false, 0])
  window.dispatchEvent(new Event('online'))
  expect([connection.isOnline.value, back.mock.calls.length]).toEqual([true, 1])
  connection.dispose()
  window.dispatchEvent(new Event('offline'))
  expect(connection.isOnline.value).toBe(true)
})

test('a time-out, a lost connection and a failure of ours are told apart', () => {
  const refused = { kind: 'refused', status: 500, problem: { message: 'x' }, retryAfterMs: null } as const
  const words = [{ kind: 'offline' } as const, { kind: 'timeout' } as const, refused].map(failureWords)
  expect(new Set(words).size).toBe(3)
  expect(words[1]).toContain('took too long')
})
