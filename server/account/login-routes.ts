/** Login by password, by the hash of a code and by an e-mailed link; logout, who am I, the widget's short-lived token, the captcha. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { customerOf, realtimeUser } from '#server/http/principal.ts'
import { forbidden, invalid, Refusal } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import type { PropertyStatsOf } from '#server/match-score/property-stats.ts'
import {
  currentUser,
  getCaptcha,
  issueToken,
  login,
  loginWithToken,
  logout,
} from '#shared/contract/account.ts'
import { claim } from './claim.ts'
import { markConfirmed } from './confirmation.ts'
import { currentCustomer } from './current-user.ts'
import type { EntryDeps } from './entry-deps.ts'
import { checkLogin, createLoginThrottle } from './login.ts'
import { consumeLink, peekLink } from './mail-links.ts'
import { customerByEmail, customerById } from './queries.ts'
import { clearSessionCookies, renewCsrfCookie, sessionTokenOf } from './session-cookie.ts'
import { refuseBlocked, startSession } from './sign-in.ts'
import { findToken, issue, revoke } from './tokens.ts'

interface LoginDeps extends EntryDeps {
  propertyStats: PropertyStatsOf
}

export function registerLogin(app: FastifyInstance, deps: LoginDeps): void {
  const { db, limits, parts, propertyStats } = deps
  const throttle = createLoginThrottle(limits)

  serve(app, getCaptcha, async () => ({ data: await parts.captcha.challenge() }))

  serve(app, login, async ({ body, request, reply }) => {
    const { email, password, verification_hash: hash } = body
    if (hash !== undefined)
      return { data: await startSession(deps, { request, reply }, await byHash(deps, email, hash)) }
    if (password === undefined) throw invalid({ password: ['Enter your password.'] })
    await parts.captcha.require(body.recaptcha_token, request.ip)
    const attempt = { ip: request.ip, email, password }
    const row = await checkLogin(throttle, attempt, (address) => customerByEmail(db, address))
    return { data: await startSession(deps, { request, reply }, row) }
  })

  serve(app, loginWithToken, async ({ body, request, reply }) => {
    const link = { purpose: 'auth', token: body.auth_token } as const
    const found = await peekLink(db, link)
    if (!found) throw linkGone()
    // Before the link is used up: who is asked may say no and open it elsewhere.
    if (!body.is_switch) await refuseSwitch(deps, request, found.customer_id)
    if (!(await consumeLink(db, link))) throw linkGone()
    const row = await customerById(db, found.customer_id)
    if (!row) throw linkGone()
    refuseBlocked(row)
    return { data: await startSession(deps, { request, reply }, await markConfirmed(db, row)) }
  })

  serve(app, currentUser, async ({ who, request, reply }) => {
    const me = customerOf(who)
    const [user, property_stats] = await Promise.all([currentCustomer(db, me.id), propertyStats(me.id)])
    renewCsrfCookie({ request, reply }, new Date(me.endsAtMs), deps)
    return { data: { ...user, property_stats, is_viewed: me.purpose === 'view' } }
  })

  serve(app, logout, async ({ who, reply }) => {
    const me = customerOf(who)
    await revoke(db, me.tokenId)
    clearSessionCookies(reply)
    // A widget token ends alone; the login it came from, and its other sockets, live on.
    if (me.purpose === 'session') await deps.broadcaster.terminate(realtimeUser(me))
  })

  serve(app, issueToken, async ({ who }) => {
    const me = customerOf(who)
    // A widget token must end with its 15 minutes, so it cannot renew itself.
    if (me.purpose === 'widget') throw forbidden()
    const issued = await issue(db, {
      kind: 'customer',
      principalId: me.id,
      purpose: 'widget',
      parentId: me.tokenId,
      lifetimeMs: limits.widgetTokenMs,
    })
    return { data: { token: issued.token, expires_at: issued.expiresAt.toISOString() } }
  })
}

/** The customer a code was traded for. The hash belongs to one address and works once. */
async function byHash(deps: EntryDeps, email: string, token: string) {
  const { db } = deps
  const used = await consumeLink(db, { purpose: 'login', token })
  const row = used && (await customerById(db, used.customer_id))
  if (!row || row.email.toLowerCase() !== email.toLowerCase())
    throw invalid({ verification_hash: ['This login has expired. Ask for a new code.'] })
  refuseBlocked(row)
  // The code was read at this address, perhaps by an owner who never registered it.
  return claim(deps, row)
}

const linkGone = () =>
  invalid({ auth_token: ['This link has expired or was used before. Ask for a new one.'] })

/** A link somebody left in a mail or a chat must not quietly put one person in another's place. */
async function refuseSwitch({ db }: EntryDeps, request: FastifyRequest, customerId: number): Promise<void> {
  const token = sessionTokenOf(request)
  const session = token === null ? undefined : await findToken(db, token)
  if (session?.principal_kind !== 'customer' || session.principal_id === customerId) return
  throw new Refusal(409, {
    message: 'Somebody else is logged in here. Continue to log in as the owner of this link.',
    code: 'other_customer',
  })
}
