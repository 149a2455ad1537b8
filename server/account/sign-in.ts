/** Starting and ending the sessions of customers: every door of the house comes through here once it knows who stands before it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { CustomersTable } from '#server/database/schema.ts'
import { realtimeUser } from '#server/http/principal.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import type { RoomDeps } from '#server/rooms.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import { customerWire } from './current-user.ts'
import { customerById } from './queries.ts'
import { tellNewDevice } from './security-news.ts'
import { isForeign, sessionTokenOf, setSessionCookies } from './session-cookie.ts'
import { findToken, issue, revoke, revokeAll } from './tokens.ts'

export type SignInDeps = Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix' | 'limits' | 'secret' | 'site'>

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Logs a customer in: ends the session this browser had, issues a new token and sets the cookies. Call it only when the customer
 * has proved who they are. Throws 403 for a blocked one, and 422 when what they proved it by was changed meanwhile.
 */
export async function startSession(
  deps: SignInDeps,
  { request, reply }: Exchange,
  row: Selectable<CustomersTable>,
): Promise<{ token: string; user: CustomerWire }> {
  refuseBlocked(row)
  const session = await issue(deps.db, {
    kind: 'customer',
    principalId: row.id,
    purpose: 'session',
    lifetimeMs: deps.limits.sessionMs,
    ip: request.ip,
    userAgent: request.headers['user-agent'],
  })
  const now = await customerById(deps.db, row.id)
  // A new password ends the sessions there are. This one may have been too young for it, or of an account that is deleted.
  if (!now || now.password_hash !== row.password_hash) {
    await revoke(deps.db, session.id)
    throw invalid({ email: ['This account was just changed. Log in again.'] })
  }
  // A foreign page gets a bearer and no cookie, so it cannot end a session by it either.
  const before = isForeign(request, deps.site) ? null : sessionTokenOf(request)
  if (before) await endSessionOf(deps, before)
  setSessionCookies({ request, reply }, session, deps)
  const userAgent = request.headers['user-agent'] ?? null
  await tellNewDevice(deps, { customerId: row.id, sessionId: session.id, userAgent, ip: request.ip })
  return { token: session.token, user: await customerWire(deps.db, now) }
}

/** Ends every session of a customer with its widget tokens and sockets, but for the one with the token `except`. */
export async function endSessions(
  { db, broadcaster }: Pick<SignInDeps, 'db' | 'broadcaster'>,
  customerId: number,
  { except }: { except?: number } = {},
): Promise<void> {
  const ended = await revokeAll(db, customerId, except)
  for (const sessionId of ended)
    await broadcaster.terminate(realtimeUser({ kind: 'customer', id: customerId, sessionId }))
}

/** Said only after a password, code or link was right, so that a stranger learns nothing. */
export function refuseBlocked(row: { blocked_at: Date | null }): void {
  if (row.blocked_at) throw new Refusal(403, { message: BLOCKED, code: 'blocked' })
}

const BLOCKED = 'This account is blocked. Contact support to have it looked at.'

/** The session the browser had before it logged in anew; whoever it was hears nothing more in this browser. */
async function endSessionOf({ db, broadcaster }: SignInDeps, token: string): Promise<void> {
  const found = await findToken(db, token)
  if (found?.principal_kind !== 'customer') return
  await revoke(db, found.id)
  const sessionId = found.parent_id ?? found.id
  await broadcaster.terminate(realtimeUser({ kind: 'customer', id: found.principal_id, sessionId }))
}
