/** Login by password, by the hash of a code and by an e-mailed link; logout, who am I, the widget's short-lived token, the captcha. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid, Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import { currentUser, getCaptcha, login, loginWithToken, logout } from '#shared/contract/account.ts'
import { issueToken } from '#shared/contract/messenger.ts'
import { claim } from './claim.ts'
import { markConfirmed } from './confirmation.ts'
import { customerWire, FEATURES, messengerProfile } from './current-user.ts'
import type { EntryDeps } from './entry-deps.ts'
import { checkLogin } from './login-guard.ts'
import { consumeLink, peekLink } from './mail-links.ts'
import { accountExists, customerByEmail, customerById } from './queries.ts'
import { clearSessionCookies, renewCsrfCookie, sessionTokenOf } from './session-cookie.ts'
import { endSession } from './sessions.ts'
import { refuseBlocked, startSession } from './sign-in.ts'
import { findToken, issue, revoke } from './tokens.ts'

/** How well deals match the customer, from 0 to 1, the best first (spec section 3). */
export type PropertyStatsOf = (customerId: number) => Promise<NonNullable<CustomerWire['property_stats']>>

interface LoginDeps extends EntryDeps {
  propertyStats: PropertyStatsOf
}

export function registerLogin(app: FastifyInstance, deps: LoginDeps): void {
  const { db, limits, parts, propertyStats } = deps

  serve(app, getCaptcha, async () => ({ data: await parts.captcha.challenge() }))

  serve(app, login, async ({ body, request, reply }) => {
    const { email, password, verification_hash: hash } = body
    if (hash !== undefined)
      return { data: await startSession(deps, { request, reply }, await byHash(deps, email, hash)) }
    if (password === undefined) throw invalid({ password: ['Enter your password.'] })
    const attempt = { kind: 'customer', ip: request.ip, captcha: body.recaptcha_token } as const
    const row = await checkLogin(deps, { ...attempt, email, password }, (address) =>
      customerByEmail(db, address),
    )
    return { data: await startSession(deps, { request, reply }, row) }
  })

  serve(app, loginWithToken, async ({ body, request, reply }) => {
    const link = { purpose: 'auth', token: body.auth_token } as const
    const found = await peekLink(db, link)
    if (!found) throw linkGone()
    // Before the link is used up: the person may decline and open it elsewhere.
    if (!body.is_switch) await refuseSwitch(deps, request, found.ownerId)
    if (!(await consumeLink(db, link))) throw linkGone()
    const row = await customerById(db, found.ownerId)
    if (!row) throw linkGone()
    await refuseBlocked(deps, row)
    return { data: await startSession(deps, { request, reply }, await markConfirmed(db, row)) }
  })

  serve(app, currentUser, async ({ me, request, reply }) => {
    if (me.scope === 'messages') return messengerProfile(db, me)
    const row = await customerById(db, me.id)
    if (!row) throw unauthenticated()
    if (me.scope === 'session') await deps.joinGuests(row)
    const [user, property_stats] = await Promise.all([customerWire(deps, row), propertyStats(me.id)])
    const { sessionId, expiresAt } = me
    renewCsrfCookie({ request, reply }, { kind: 'customer', sessionId, expiresAt }, deps)
    const meta = { first_contact: true, features: FEATURES }
    return { data: { ...user, property_stats, is_viewed: me.scope === 'view' }, meta }
  })

  serve(app, logout, async ({ me, reply }) => {
    clearSessionCookies(reply)
    // A widget token ends alone; the login it came from, and its other sockets, live on.
    if (me.scope === 'session') await endSession(deps, me, me.sessionId)
    else await revoke(db, me.tokenId)
  })

  serve(app, issueToken, async ({ body, me }) => {
    const accountId = body.account_id ?? undefined
    if (accountId !== undefined && !(await accountExists(db, accountId)))
      throw invalid({ account_id: ['This account does not exist.'] })
    const issued = await issue(db, {
      kind: 'customer',
      principalId: me.id,
      purpose: 'widget',
      parentId: me.sessionId,
      accountId,
      lifetimeMs: limits.widgetTokenMs,
    })
    const { token, expiresAt } = issued
    return { data: { token, expires_at: expiresAt.toISOString(), account_id: accountId ?? null } }
  })
}

/** The customer a code was traded for. The hash belongs to one address and works once. */
async function byHash(deps: EntryDeps, email: string, token: string) {
  const { db } = deps
  const used = await consumeLink(db, { purpose: 'login', token })
  const row = used && (await customerById(db, used.ownerId))
  if (!row || row.email.toLowerCase() !== email.toLowerCase())
    throw invalid({ verification_hash: ['This login has expired. Ask for a new code.'] })
  await refuseBlocked(deps, row)
  // The code was read at this address, perhaps by an owner who never registered it.
  return claim(deps, row)
}

const linkGone = () =>
  invalid({ auth_token: ['This link has expired or was used before. Ask for a new one.'] })

/** A link somebody left in a mail or a chat must not quietly put one person in another's place. */
async function refuseSwitch(
  { db, site }: EntryDeps,
  request: FastifyRequest,
  customerId: number,
): Promise<void> {
  const token = sessionTokenOf(request, site)
  const session = token === null ? undefined : await findToken(db, token)
  if (session?.principal_kind !== 'customer' || session.principal_id === customerId) return
  throw new Refusal(409, {
    message: 'Somebody else is logged in here. Continue to log in as the owner of this link.',
    code: 'other_customer',
  })
}
