/**
 * The doors: every call that ends in a session, and what may come back instead. A session goes to the user store, and the
 * seller who sent the person is told. Fetched with the screens that need it, never with the first page.
 */

import { ownTextVersion } from '#marketplace/kit/brand.ts'
import { CaptchaError, solveCaptcha } from '#marketplace/kit/captcha.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  type CustomerWire,
  changePassword,
  login,
  loginWithToken,
  register,
  socialLogin,
} from '#shared/contract/account.ts'
import type { Input } from '#shared/contract/endpoint.ts'
import { NETWORK_LOGIN_TIMEOUT_MS, TERMS_VERSION } from '#shared/contract/limits.ts'
import { attachToAccount } from '#shared/contract/profile.ts'
import type { Log } from '#shared/lib/log.ts'
import type { ReferralStore } from './referral.ts'
import type { UserStore } from './user-store.ts'

/** Why a door stayed shut. */
export type Refusal =
  /** The server said no: `errors` by field, each one text. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string | null
      readonly message: string
      readonly errors: Readonly<Record<string, string>>
    }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number | null }
  | { readonly kind: 'captcha' }
  | { readonly kind: 'unreachable' }

export type Entered = { readonly kind: 'welcome' } | Refusal

export interface Entrance {
  byPassword(email: string, password: string): Promise<Entered>
  /** `hash` is what a mailed code was traded for. */
  byCode(email: string, hash: string): Promise<Entered>
  /** By the token of an e-mailed link. */
  byLink(token: string, options?: { isSwitch?: boolean }): Promise<Entered>
  bySocial(network: string, token: string): Promise<Entered>
  byRegistration(person: Omit<Input<typeof register>['body'], 'recaptcha_token'>): Promise<Entered>
  /** Sets a new password by the hash of a recovery link. */
  byNewPassword(hash: string, password: string): Promise<Entered>
}

export interface EntranceDeps {
  /** Never asks for a login by itself: a wrong password is no lost session. */
  entryApi: Api
  user: UserStore
  referral: ReferralStore
  log: Log
}

type Session = { data: { user: CustomerWire } }

export function createEntrance({ entryApi: api, user, referral, log }: EntranceDeps): Entrance {
  async function enter(knock: () => Promise<Session>): Promise<Entered> {
    try {
      const { data } = await knock()
      user.welcome(data.user)
    } catch (error) {
      return refusalOf(error, log)
    }
    await introduce()
    return { kind: 'welcome' }
  }

  /** A failure is tried again with the next login of this tab; it must not spoil this one. */
  async function introduce() {
    const { attachAccountId } = referral.get()
    if (attachAccountId === null) return
    await api(attachToAccount, { body: { attach_account_id: attachAccountId } }).then(
      () => referral.attached(),
      () => log.warn('The account could not be told of its new customer'),
    )
  }

  const captcha = async () => {
    const recaptcha_token = await solveCaptcha(api)
    return recaptcha_token === undefined ? {} : { recaptcha_token }
  }

  return {
    byPassword: (email, password) =>
      enter(async () => api(login, { body: { email, password, ...(await captcha()) } })),
    byCode: (email, hash) => enter(() => api(login, { body: { email, verification_hash: hash } })),
    byLink: (token, { isSwitch } = {}) =>
      enter(() =>
        api(loginWithToken, { body: { auth_token: token, ...(isSwitch ? { is_switch: true } : {}) } }),
      ),
    bySocial: (network, token) =>
      enter(() => {
        const terms_version = ownTextVersion('terms') ?? TERMS_VERSION
        const body = { network, token, terms_version, ...attaching(referral) }
        return api(socialLogin, { body }, { timeoutMs: NETWORK_LOGIN_TIMEOUT_MS })
      }),
    byRegistration: (person) =>
      enter(async () => api(register, { body: { ...person, ...attaching(referral), ...(await captcha()) } })),
    byNewPassword: (hash, password) =>
      enter(() =>
        api(changePassword, { body: { confirm_hash: hash, password, password_confirmation: password } }),
      ),
  }
}

const attaching = (referral: ReferralStore) => {
  const { attachAccountId } = referral.get()
  return attachAccountId === null ? {} : { attach_account_id: attachAccountId }
}

/** Anything but an `ApiError` or a captcha's failure is a bug and goes on up. */
export function refusalOf(error: unknown, log: Log): Refusal {
  if (error instanceof CaptchaError) return { kind: 'captcha' }
  if (!(error instanceof ApiError)) throw error
  const refusal = refusedWith(error.failure)
  if (refusal.kind === 'unreachable') log.warn(`${error.endpoint} failed`, error.failure.kind)
  return refusal
}

function refusedWith(failure: Failure): Refusal {
  if (failure.kind !== 'refused' || failure.status >= 500 || failure.status === 419)
    return { kind: 'unreachable' }
  if (failure.status === 429) return { kind: 'throttled', retryAfterMs: failure.retryAfterMs }
  const errors = Object.entries(failure.problem.errors ?? {}).flatMap(([field, [text]]) =>
    text === undefined ? [] : [[field, text] as const],
  )
  const { message, code } = failure.problem
  return {
    kind: 'refused',
    status: failure.status,
    code: code ?? null,
    message,
    errors: Object.fromEntries(errors),
  }
}
