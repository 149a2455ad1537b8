import { expect, it } from 'vitest'
import { MINUTE_MS, throttlesIn } from '#server/core/http/throttle.ts'

it('refuses beyond the maximum with the rest of the window, until the key is forgotten', async () => {
  const throttle = throttlesIn(null)('logins', 2, MINUTE_MS)
  await throttle.take('dana')
  await throttle.take('dana')
  await expect(throttle.take('dana')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 })
  await throttle.take('sam')
  await throttle.forget('dana')
  await throttle.take('dana')
})

it('lets a repeat of an earlier attempt pass a full window', async () => {
  const throttle = throttlesIn(null)('sends', 1, MINUTE_MS)
  await throttle.take('dana')
  await throttle.takeUnless('dana', async () => true)
  await expect(throttle.takeUnless('dana', async () => false)).rejects.toMatchObject({ status: 429 })
})

it('refuses two throttles with one name', () => {
  const createThrottle = throttlesIn(null)
  createThrottle('sends', 1, MINUTE_MS)
  expect(() => createThrottle('sends', 1, MINUTE_MS)).toThrow('would share a count')
})
