/** Password login of customers and of sellers' people: throttled, equally slow for the unknown, one sentence for every failure. */

import type { ServerLimits } from '#server/config/limits.ts'
import { networkOf } from '#server/http/network.ts'
import { invalid } from '#server/http/refusal.ts'
import { createThrottle, type Throttle } from '#server/http/throttle.ts'
import { isPassword } from './passwords.ts'

export type LoginThrottle = Throttle

export const createLoginThrottle = (limits: ServerLimits): LoginThrottle =>
  createThrottle(limits.loginFailures, limits.loginWindowMs)

interface Attempt {
  ip: string
  email: string
  password: string
}

/**
 * Answers with what `find` found when the password fits. Rejects with 422, or with 429 after too many failures
 * of one IP with one e-mail. An attempt counts before it is checked, so that parallel guesses count too.
 */
export async function checkLogin<Row extends { password_hash: string | null }>(
  throttle: LoginThrottle,
  attempt: Attempt,
  find: (email: string) => Promise<Row | undefined>,
): Promise<Row> {
  const key = `${networkOf(attempt.ip)} ${attempt.email.toLowerCase()}`
  throttle.take(key)
  const row = await find(attempt.email)
  const fits = await isPassword(attempt.password, row?.password_hash ?? null)
  if (!row || !fits) throw invalid({ email: ['Email or password is incorrect.'] })
  throttle.forget(key)
  return row
}
