/**
 * Logging in at the seller's app and the console beyond the password: a forgotten password, and where a person is logged in. Ours. Both
 * apps have the same calls under separate paths, so a session of one app cannot use the other.
 */
import * as z from 'zod/mini'
import { done, newPassword } from './account.ts'
import { endpoint } from './endpoint.ts'
import { loginSession } from './sessions.ts'
import { emailAddress, idText, wrapped } from './wire.ts'

/** The two apps with a login of this kind: `scopes` are those of a session, also while a required second factor is missing. */
export const LOGIN_APPS = {
  seller: { base: '/account/api', auth: 'account', scopes: ['desk', 'desk-enrolling'] },
  admin: { base: '/admin/api', auth: 'staff', scopes: ['console', 'console-enrolling'] },
} as const
export type LoginApp = keyof typeof LOGIN_APPS

/* @__NO_SIDE_EFFECTS__ */
function sessionCalls<K extends LoginApp>(app: K) {
  const { base, auth } = LOGIN_APPS[app]
  const open = { at: 'site', auth: 'none' } as const
  const own = { at: 'site', auth: auth as (typeof LOGIN_APPS)[K]['auth'] } as const
  return {
    recover: endpoint({
      ...open,
      name: `${app}Recover`,
      method: 'POST',
      path: `${base}/auth/recover`,
      summary: 'Mail a link to set a new password; the answer is the same for an unknown email.',
      body: z.object({ email: emailAddress(), recaptcha_token: z.optional(z.string()) }),
      reply: done,
    }),
    setPassword: endpoint({
      ...open,
      name: `${app}SetPassword`,
      method: 'POST',
      path: `${base}/auth/set-password`,
      summary:
        'Set a new password with the token of a mailed link, which works once, for 60 minutes. Ends every session of the person. A seller’s person who joins accepts the terms of service with it.',
      body: z.object({
        token: z.string().check(z.maxLength(200)),
        password: newPassword(),
        /** Shown to a seller’s person who has no password yet: 422 without it, 409 `terms_changed` for one that is not in force. */
        terms_version: z.optional(z.string().check(z.maxLength(40))),
      }),
      /** Of the person, who logs in with the new password, and with a second factor where there is one. */
      reply: wrapped(z.object({ email: z.string() })),
    }),
    sessions: endpoint({
      ...own,
      name: `${app}Sessions`,
      method: 'GET',
      path: `${base}/auth/sessions`,
      summary: 'Where this person is logged in.',
      reply: wrapped(z.array(loginSession)),
    }),
    endSession: endpoint({
      ...own,
      name: `${app}EndSession`,
      method: 'DELETE',
      path: `${base}/auth/sessions/{session}`,
      summary: 'Log one device out.',
      params: z.object({ session: idText() }),
      reply: done,
    }),
    endSessions: endpoint({
      ...own,
      name: `${app}EndSessions`,
      method: 'DELETE',
      path: `${base}/auth/sessions`,
      summary: 'Log out everywhere, this device included.',
      reply: done,
    }),
  }
}

export const sellerSessionCalls = sessionCalls('seller')
export const adminSessionCalls = sessionCalls('admin')
export type SessionCalls = typeof sellerSessionCalls | typeof adminSessionCalls
