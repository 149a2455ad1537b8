/** The browser of a visitor without a login: a key that signs, as docs/security.md describes it, over any way of calling. */
import { solveAltcha } from '#marketplace/kit/captcha-altcha.ts'
import { lastCode } from './outbox.ts'
import type { Answer, TestServer } from './server.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
const text = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url')

export interface GuestBrowser {
  /** What proves this browser to `key`, for a challenge that is asked for now unless one is given. */
  proof(
    key: string,
    challenge?: string,
  ): Promise<{ public_key: string; challenge: string; signature: string }>
  start(key: string, form?: object): Promise<Answer>
  renew(key: string): Promise<Answer>
}

export async function guestBrowser(server: Pick<TestServer, 'call'>): Promise<GuestBrowser> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const public_key = text(await crypto.subtle.exportKey('raw', pair.publicKey))
  const path = (key: string, rest: string) => `/customer/api/site-keys/${key}/${rest}`
  const challengeOf = async (key: string): Promise<string> =>
    (await server.call('GET', path(key, 'challenge'))).body.data.challenge
  const captchaOf = async (key: string): Promise<{ recaptcha_token?: string }> => {
    const { captcha } = (await server.call('GET', path(key, 'challenge'))).body.data
    return captcha.provider === 'altcha' ? { recaptcha_token: await solveAltcha(captcha.challenge) } : {}
  }
  const browser: GuestBrowser = {
    async proof(key, given) {
      const challenge = given ?? (await challengeOf(key))
      const signed = Buffer.from(`plat-guest:${key}:${challenge}`)
      const wanted = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = text(await crypto.subtle.sign(wanted, pair.privateKey, signed))
      return { public_key, challenge, signature }
    },
    start: async (key, form = {}) =>
      server.call('POST', path(key, 'guests'), {
        body: {
          ...(await browser.proof(key)),
          ...(await captchaOf(key)),
          name: 'Rosa Diaz',
          email: 'rosa@example.com',
          message: 'Is it vacant?',
          ...form,
        },
      }),
    renew: async (key) => server.call('POST', path(key, 'guest-tokens'), { body: await browser.proof(key) }),
  }
  return browser
}

/** A publishable key with which visitors may write, or what else is `given`. */
export async function keyForGuests(
  server: Pick<TestServer, 'call'>,
  { token }: { token: string },
  given: object = {},
): Promise<string> {
  const made = await server.call('POST', '/account/api/keys', { token, body: { name: 'Site' } })
  const { id, publishable_key } = made.body.data
  const body = { guests: { allowed: true, contact: 'email', ...given } }
  const changed = await server.call('PUT', `/account/api/keys/${id}`, { token, body })
  if (changed.status !== 200) throw new Error(`The key answered ${changed.status}.`)
  return publishable_key
}

/** A guest in a new browser, or a given one, who has confirmed this email. */
export async function guestWithEmail(
  server: Pick<TestServer, 'call' | 'database'>,
  key: string,
  email: string,
  given?: GuestBrowser,
) {
  const own = given ?? (await guestBrowser(server))
  const { token } = (await own.start(key, { email })).body.data
  await server.call('POST', '/customer/api/guest/email-codes', { token, body: {} })
  const code = await lastCode(server, 'mail', email)
  const path = '/customer/api/guest/email-codes/check'
  const checked = await server.call('POST', path, { token, body: { code } })
  if (checked.status !== 200) throw new Error(`The code answered ${checked.status}.`)
  return { own, token: token as string }
}
