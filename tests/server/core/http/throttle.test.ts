import { expect, it } from 'vitest'
import { createThrottle, MINUTE_MS } from '#server/core/http/throttle.ts'

it('a window that has ended counts no more', () => {
  let nowMs = 0
  const throttle = createThrottle(1, MINUTE_MS, () => nowMs)
  throttle.take('dana')
  expect(() => throttle.take('dana')).toThrow('Too Many Attempts.')
  nowMs = MINUTE_MS
  expect(() => throttle.take('dana')).not.toThrow()
})

it('attempts under ever new names stay cheap', () => {
  const names = 12_000
  let looks = 0
  const throttle = createThrottle(1, MINUTE_MS, () => {
    looks++
    return 0
  })
  for (let n = 0; n < names; n++) throttle.take(`name ${n}`)
  expect(looks).toBeLessThan(10 * names)
})
