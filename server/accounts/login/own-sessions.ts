/** Lists a person's sessions and ends them (AUTH-49): the same for buyers, sellers and staff. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { deviceWords, shortIp } from '#server/accounts/profile/device.ts'
import type { Database } from '#server/core/database/open.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { SessionCalls } from '#shared/contract/login-calls.ts'
import type { LoginSessionWire } from '#shared/contract/sessions.ts'
import { clearSessionCookies } from './session-cookie.ts'
import { endSession, endSessions, listSessions, type Person, personOf, type SessionDeps } from './sessions.ts'

type Deps = Pick<SessionDeps, 'db' | 'broadcaster'>

/** The devices of sellers' people and staff. */
export function registerSessionRoutes(app: FastifyInstance, deps: Deps, calls: SessionCalls): void {
  serve(app, calls.sessions, async ({ me }) => ({
    data: await ownSessions(deps.db, personOf(me), me.sessionId),
  }))

  serve(app, calls.endSession, async ({ params, me, reply }) => {
    await endOwnSession(deps, personOf(me), { sessionId: params.session, currentId: me.sessionId, reply })
    return { message: 'That device is logged out.' }
  })

  serve(app, calls.endSessions, async ({ me, reply }) => {
    const person = personOf(me)
    clearSessionCookies(reply, person.kind)
    await endSessions(deps, person)
    return { message: 'You are logged out everywhere.' }
  })
}

/** The current one first. */
export async function ownSessions(
  db: Database,
  person: Person,
  currentId: number,
): Promise<LoginSessionWire[]> {
  const rows = await listSessions(db, person).execute()
  const sessions = rows.map((row) => ({
    id: row.id,
    is_current: row.id === currentId,
    device: deviceWords(row.user_agent),
    ip: shortIp(row.ip),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }))
  return sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current))
}

/** Throws 404 for a session that is not this person's. */
export async function endOwnSession(
  deps: Deps,
  person: Person,
  { sessionId, currentId, reply }: { sessionId: number; currentId: number; reply: FastifyReply },
): Promise<void> {
  const row = await listSessions(deps.db, person).where('own.id', '=', sessionId).executeTakeFirst()
  if (!row) throw notFound()
  if (row.id === currentId) clearSessionCookies(reply, person.kind)
  await endSession(deps, person, row.id)
}
