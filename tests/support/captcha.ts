/** Answers the captcha of a demo world, as the browser does, for tests and benches that log in over HTTP. */
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import { getCaptcha } from '#shared/contract/account.ts'

/**
 * The value of `recaptcha_token`, or undefined where none is needed. `fetchJson` gets `/customer/api/auth/captcha` of the
 * server that is asked. Each token works once.
 */
export async function solveCaptcha(
  fetchJson: (path: string) => Promise<unknown>,
): Promise<string | undefined> {
  const { data } = z.parse(getCaptcha.reply, await fetchJson(`/customer/api${getCaptcha.path}`))
  if (data.provider === 'none') return undefined
  if (data.provider !== 'altcha') throw new Error(`A test cannot solve ${data.provider}.`)
  const challenge = data.challenge as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The captcha has no solution.')
  const { parameters, signature } = challenge
  return Buffer.from(JSON.stringify({ challenge: { parameters, signature }, solution })).toString('base64')
}

/** The same, asked over the network. */
export const solveCaptchaAt = (url: string): Promise<string | undefined> =>
  solveCaptcha(async (path) => (await fetch(url + path)).json())
