import { expect, test } from 'vitest'
import { debounce } from '#shared/lib/debounce.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

function debounced(pause?: 'short' | 'long') {
  const clock = createFakeClock()
  const calls: string[] = []
  const call = debounce((text: string) => calls.push(text), { clock, ...(pause ? { pause } : {}) })
  return { clock, calls, call }
}

test.each([
  ['short', undefined, 100],
  ['long', 'long', 300],
] as const)('a %s pause is %s → %i ms', (_name, pause, ms) => {
  const { clock, calls, call } = debounced(pause)
  call('a')
  clock.advance(ms - 1)
  expect(calls).toEqual([])
  clock.advance(1)
  expect(calls).toEqual(['a'])
})

test('only the last of many calls runs, a pause after it', () => {
  const { clock, calls, call } = debounced()
  for (const text of ['h', 'ho', 'hou']) {
    call(text)
    clock.advance(60)
  }
  expect(calls).toEqual([])
  clock.advance(40)
  expect(calls).toEqual(['hou'])
})

test('a waiting call can be made at once, or forgotten', () => {
  const { clock, calls, call } = debounced()
  call('now')
  call.flush()
  call('never')
  call.cancel()
  call.flush()
  clock.advance(1000)
  expect(calls).toEqual(['now'])
  expect(clock.timers).toBe(0)
})
