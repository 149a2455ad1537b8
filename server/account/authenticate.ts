/** Finds out who makes a request: by its bearer token, else by the session cookie with its CSRF header. */
import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/database/open.ts'
import type { Authenticator, Principal, StaffPrincipal } from '#server/http/principal.ts'
import { requireCsrf, sessionTokenOf } from './session-cookie.ts'
import { findToken } from './tokens.ts'

export function createAuthenticator(db: Database, secret: string): Authenticator {
  return {
    async identify(request) {
      const bearer = bearerOf(request)
      if (bearer !== null) return principalOf(db, bearer)
      const sessionToken = sessionTokenOf(request)
      if (sessionToken === null) return null
      const principal = await principalOf(db, sessionToken)
      // After the session is known to live: an expired one is a 401, which a client can act on.
      if (principal) requireCsrf(request, sessionToken, secret)
      return principal
    },
  }
}

/** Null when there is no Authorization header at all; anything in it that is no bearer is an empty token. */
function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  return /^Bearer ([\w-]{1,200})$/i.exec(header)?.[1] ?? ''
}

async function principalOf(db: Database, token: string): Promise<Principal | StaffPrincipal | null> {
  if (token === '') return null
  const found = await findToken(db, token)
  if (!found) return null
  const ids = {
    tokenId: found.id,
    sessionId: found.parent_id ?? found.id,
    endsAtMs: found.expires_at.getTime(),
  }
  if (found.principal_kind === 'customer') {
    const { purpose } = found
    if (purpose !== 'widget' && purpose !== 'view' && purpose !== 'session') return null
    return { kind: 'customer', id: found.principal_id, purpose, ...ids }
  }
  if (found.principal_kind === 'staff') return { kind: 'staff', staffId: found.principal_id, ...ids }
  // By primary keys. Nobody acts for an account that is suspended.
  const member = await db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_members.account_id')
    .select('account_id')
    .where('account_members.id', '=', found.principal_id)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
  return member
    ? { kind: 'account', memberId: found.principal_id, accountId: member.account_id, ...ids }
    : null
}
