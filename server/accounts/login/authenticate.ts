/** Finds out who makes a request: by its bearer token, else by the session cookie with its CSRF header. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import type {
  Authenticator,
  Caller,
  CustomerPrincipal,
  ServerKeyPrincipal,
} from '#server/core/http/principal.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Site } from '#server/core/http/site.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import type { Secret } from '#server/core/secret.ts'
import { kindOfCaller, requireCsrf, sessionTokenOf, setSessionToken } from './session-cookie.ts'
import { endReused, rotate, SESSION_PURPOSES } from './sessions.ts'
import { type FoundToken, findToken, sessionIdOf } from './tokens.ts'

export interface AuthenticatorDeps {
  db: Database
  secret: Secret
  site: Site
  sessionRotateMs: number
  /** For the demo: its staff work without a second factor. */
  canStaffSkipTwoStep: boolean
  /** Whose secret key this is; keys are of a later group. */
  serverKeyOf: (secret: string) => Promise<ServerKeyPrincipal | null>
  /** Read on demand: sockets are set up after the app. */
  broadcaster: () => Broadcaster
}

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { db, secret, broadcaster } = deps
  return {
    async identify(request, reply) {
      const bearer = bearerOf(request)
      if (bearer !== null) {
        if (SECRET_KEY.test(bearer)) return deps.serverKeyOf(bearer)
        const found = bearer === '' ? undefined : await findToken(db, bearer)
        if (found) requireAllowedPage(request, found, deps.site)
        return found ? principalOf(deps, found) : null
      }
      const kind = kindOfCaller(request)
      const token = sessionTokenOf(request, deps.site, kind)
      if (token === null) return null
      const found = await findToken(db, token)
      if (!found) {
        const sessionId = await endReused({ db, broadcaster: broadcaster() }, token)
        if (sessionId)
          request.log.warn({ session: sessionId }, 'a replaced session token came back; the session is ended')
        return null
      }
      const principal = found.principal_kind === kind ? await principalOf(deps, found) : null
      if (!principal) return null
      // After the session is known to live: an expired one is a 401, which a client can act on.
      requireCsrf(request, { kind, sessionId: principal.sessionId }, secret)
      if (reply) await renewToken(deps, { request, reply }, { found, token })
      return principal
    },
  }
}

/** As server/sellers/keys makes them. No token is as long. */
const SECRET_KEY = /^sk_[\w-]{43}$/

/** A key may name the pages that may use its bearers. Browsers send the page's origin; programs send none, and have no page. */
function requireAllowedPage({ headers }: FastifyRequest, { key_origins }: FoundToken, site: Site): void {
  const { origin } = headers
  if (origin === undefined || origin === site.origin || !key_origins || key_origins.length === 0) return
  if (!key_origins.includes(origin))
    throw new Refusal(403, {
      message: `The key of this token does not allow pages of ${origin}. Add the origin in the seller’s app under Company, On your site.`,
      code: 'origin_not_allowed',
    })
}

/** The purpose of a customer's token decides what it may do. */
const CUSTOMER_SCOPES: Partial<Record<FoundToken['purpose'], CustomerPrincipal['scope']>> = {
  session: 'session',
  widget: 'messages',
  view: 'view',
}

/** Null when there is no Authorization header at all; anything in it that is no bearer is an empty token. */
export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  return /^Bearer ([\w-]{1,200})$/i.exec(header)?.[1] ?? ''
}

/** Gives the browser the next token of its session if this one is old, or if the response with it was lost. */
async function renewToken(
  { db, secret, site, sessionRotateMs }: AuthenticatorDeps,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  { found, token }: { found: FoundToken; token: string },
): Promise<void> {
  const { id: sessionId, principal_kind: kind } = found
  if (found.purpose !== SESSION_PURPOSES[kind]) return
  const isDue = found.is_previous ? found.is_rotating : found.age_ms >= sessionRotateMs
  if (!isDue) return
  const next = await rotate(db, { sessionId, token, secret })
  setSessionToken(exchange, { kind, token: next, expiresAt: found.expires_at }, site)
}

async function principalOf(
  { db, canStaffSkipTwoStep }: AuthenticatorDeps,
  found: FoundToken,
): Promise<Exclude<Caller, ServerKeyPrincipal> | null> {
  const login = {
    tokenId: found.id,
    sessionId: sessionIdOf(found),
    endsAtMs: found.ends_at.getTime(),
    expiresAt: found.expires_at,
    // A token from before the last confirmation counts as not confirmed.
    confirmedAgoMs: found.is_previous ? null : found.confirmed_ago_ms,
    factor: found.factor,
  }
  if (found.principal_kind === 'customer') {
    const scope = CUSTOMER_SCOPES[found.purpose]
    if (!scope) return null
    const of = { boundAccountId: found.account_id, isVouchedFor: found.server_key_id !== null }
    return { kind: 'customer', scope, id: found.principal_id, ...of, ...login }
  }
  // Checked at each call, so that a requirement applies from the moment it is set.
  const lacksFactor = found.factor !== 'two-step'
  if (found.principal_kind === 'staff') {
    const scope = lacksFactor && !canStaffSkipTwoStep ? 'console-enrolling' : 'console'
    return { kind: 'staff', scope, staffId: found.principal_id, ...login }
  }
  // By primary keys.
  const member = await db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_members.account_id')
    .select(['account_id', 'requires_two_step', 'role', 'closes_at'])
    .where('account_members.id', '=', found.principal_id)
    .executeTakeFirst()
  if (!member) return null
  const of = {
    memberId: found.principal_id,
    accountId: member.account_id,
    role: member.role,
    isClosing: member.closes_at !== null,
  }
  return {
    kind: 'account',
    scope: lacksFactor && member.requires_two_step ? 'desk-enrolling' : 'desk',
    ...of,
    ...login,
  }
}
