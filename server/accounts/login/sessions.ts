/**
 * The sessions of all three kinds of people: opened, rotated, listed and ended, with their sockets. A session is a row of
 * access_tokens without a parent; its id stays the same when its token is replaced. Cookies and responses are in sign-in.ts.
 */
import { createHmac } from 'node:crypto'
import type { NotNull } from 'kysely'
import type { ServerLimits } from '#server/core/config/limits.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { AccessTokensTable } from '#server/core/database/schema.ts'
import { type Principal, realtimeUser, type StaffPrincipal } from '#server/core/http/principal.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { type Secret, signingSecret } from '#server/core/secret.ts'
import { SESSION_OVERLAP_MS } from '#shared/contract/login-limits.ts'
import {
  type Factor,
  type IssuedToken,
  isInUse,
  issue,
  type NewToken,
  newToken,
  revoke,
  revokeAll,
  tokenHash,
} from './tokens.ts'

export type PersonKind = AccessTokensTable['principal_kind']

export interface Person {
  kind: PersonKind
  id: number
}

export interface SessionDeps {
  db: Database
  broadcaster: Broadcaster
  limits: ServerLimits
}

/** What a session's token is for. */
export const SESSION_PURPOSES = {
  customer: 'session',
  member: 'desk',
  staff: 'console',
} as const satisfies Record<PersonKind, NewToken['purpose']>

const rulesOf = (limits: ServerLimits, kind: PersonKind): { lifetimeMs: number; idleMs?: number } =>
  ({
    customer: { lifetimeMs: limits.sessionMs },
    member: { lifetimeMs: limits.memberSessionMs, idleMs: limits.memberIdleMs },
    staff: { lifetimeMs: limits.staffSessionMs, idleMs: limits.staffIdleMs },
  })[kind]

interface From {
  ip: string
  userAgent: string | undefined
  /** `password` by default. */
  factor?: Factor
}

/** A new session of a person who has proved their identity. */
export const openSession = (
  { db, limits }: Pick<SessionDeps, 'db' | 'limits'>,
  { kind, id }: Person,
  from: From,
): Promise<IssuedToken> =>
  issue(db, { kind, principalId: id, purpose: SESSION_PURPOSES[kind], ...rulesOf(limits, kind), ...from })

/** A second token of a session, for a program that keeps no cookies. It ends with the session. */
export const issueBearer = (
  { db, limits }: Pick<SessionDeps, 'db' | 'limits'>,
  { kind, id }: Person,
  { sessionId, factor }: { sessionId: number; factor?: Factor | undefined },
): Promise<IssuedToken> =>
  issue(db, {
    kind,
    principalId: id,
    purpose: SESSION_PURPOSES[kind],
    parentId: sessionId,
    factor,
    ...rulesOf(limits, kind),
  })

/**
 * The token that replaces `token`. It is derived from it with the installation's secret, so that parallel calls get the same one
 * and a lost response can be repeated. The former one is valid until the new one is used, and for a minute after that.
 */
export async function rotate(
  db: Database,
  { sessionId, token, secret }: { sessionId: number; token: string; secret: Secret },
): Promise<string> {
  const next = createHmac('sha256', signingSecret(secret))
    .update('next session token:')
    .update(token)
    .digest('base64url')
  const hash = tokenHash(token)
  await keepReplaced(db, sessionId)
    .updateTable('access_tokens')
    .set({ token_hash: tokenHash(next), previous_hash: hash, previous_until: null, rotated_at: NOW })
    .where('id', '=', sessionId)
    .where('token_hash', '=', hash)
    .execute()
  return next
}

/** Remembers the token before the former one, so that a copy of it is noticed too. */
const keepReplaced = (db: Database, sessionId: number) =>
  db.with('kept', (cte) =>
    cte
      .insertInto('replaced_tokens')
      .columns(['token_hash', 'session_id'])
      .expression(({ selectFrom }) =>
        selectFrom('access_tokens')
          .select(['previous_hash', 'id'])
          .where('id', '=', sessionId)
          .where('previous_hash', 'is not', null)
          .$narrowType<{ previous_hash: NotNull }>(),
      )
      .onConflict((row) => row.doNothing()),
  )

/**
 * After a confirmation: a new token for the same session, which records the factor and the time. The former
 * one is valid for a minute and counts as not confirmed, so a stolen one is useless.
 */
export async function confirmSession(
  db: Database,
  { sessionId, factor }: { sessionId: number; factor?: Factor },
): Promise<string> {
  const token = newToken()
  await keepReplaced(db, sessionId)
    .updateTable('access_tokens')
    .set(({ ref }) => ({
      token_hash: tokenHash(token),
      previous_hash: ref('token_hash'),
      previous_until: fromNow(SESSION_OVERLAP_MS),
      rotated_at: NOW,
      confirmed_at: NOW,
      ...(factor ? { factor } : {}),
    }))
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
  return token
}

/**
 * Ends the session whose former token, or any earlier one, is used too late: somebody has a copy of it. Resolves with the session, or
 * undefined for an unknown token. By access_tokens_previous and the primary keys.
 */
export async function endReused(
  { db, broadcaster }: Pick<SessionDeps, 'db' | 'broadcaster'>,
  token: string,
): Promise<number | undefined> {
  const hash = tokenHash(token)
  const reused = await db
    .selectFrom('access_tokens')
    .select(['id', 'principal_kind', 'principal_id'])
    .where(({ and, or, eb, selectFrom }) =>
      or([
        and([eb('previous_hash', '=', hash), eb('previous_until', '<=', NOW)]),
        eb(
          'id',
          'in',
          selectFrom('replaced_tokens')
            .select('session_id')
            .where('token_hash', '=', hash)
            .where('replaced_at', '<=', fromNow(-SESSION_OVERLAP_MS)),
        ),
      ]),
    )
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!reused) return undefined
  await endSession({ db, broadcaster }, { kind: reused.principal_kind, id: reused.principal_id }, reused.id)
  return reused.id
}

/** Ends one session of a person, with the tokens issued by it and its sockets. */
export async function endSession(
  { db, broadcaster }: Pick<SessionDeps, 'db' | 'broadcaster'>,
  person: Person,
  sessionId: number,
): Promise<void> {
  await revoke(db, sessionId)
  await closeSockets(broadcaster, person, sessionId)
}

/** Ends every session of a person but `except`, and every login that was begun: its password may be the former one. */
export async function endSessions(
  { db, broadcaster }: Pick<SessionDeps, 'db' | 'broadcaster'>,
  person: Person,
  { except }: { except?: number | undefined } = {},
): Promise<void> {
  await endBegunLogins(db, person)
  for (const sessionId of await revokeAll(db, person, except))
    await closeSockets(broadcaster, person, sessionId)
}

/** Not marked as used: their wrong answers still count. By login_challenges_person. */
export async function endBegunLogins(db: Database, { kind, id }: Person): Promise<void> {
  if (kind === 'customer') return
  await db
    .updateTable('login_challenges')
    .set({ expires_at: NOW })
    .where('person_kind', '=', kind)
    .where('person_id', '=', id)
    .where('purpose', '=', 'login')
    .where('expires_at', '>', NOW)
    .execute()
}

/** Staff have no sockets. */
export async function closeSockets(
  broadcaster: Broadcaster,
  { kind, id }: Person,
  sessionId: number,
): Promise<void> {
  if (kind === 'customer') await broadcaster.terminate(realtimeUser({ kind, id, sessionId }))
  if (kind === 'member')
    await broadcaster.terminate(realtimeUser({ kind: 'account', memberId: id, sessionId }))
}

/** The valid sessions of a person, the last used first. By access_tokens_principal. */
export const listSessions = (db: Database, { kind, id }: Person) =>
  db
    .selectFrom('access_tokens as own')
    .select(['own.id', 'user_agent', 'ip', 'own.created_at', 'last_used_at', 'expires_at', 'factor'])
    .where('principal_kind', '=', kind)
    .where('principal_id', '=', id)
    .where('purpose', '=', SESSION_PURPOSES[kind])
    .where('parent_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', NOW)
    .where(isInUse)
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .orderBy('own.id', 'desc')

/** The person of a call's session. */
export function personOf(me: Principal | StaffPrincipal): Person {
  if (me.kind === 'customer') return { kind: 'customer', id: me.id }
  return me.kind === 'staff' ? { kind: 'staff', id: me.staffId } : { kind: 'member', id: me.memberId }
}
