/** Where a customer is logged in, and ending that (AUTH-49). */
import type { FastifyInstance } from 'fastify'
import { clearSessionCookies } from '#server/account/session-cookie.ts'
import { endSessions } from '#server/account/sign-in.ts'
import { revoke } from '#server/account/tokens.ts'
import type { Database } from '#server/database/open.ts'
import { realtimeUser, sessionOf } from '#server/http/principal.ts'
import { notFound } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { endOtherSessions, endSession, listSessions } from '#shared/contract/profile.ts'
import { deviceWords, shortIp } from './device.ts'
import type { ProfileDeps } from './profile-deps.ts'

export function registerSessions(app: FastifyInstance, deps: ProfileDeps): void {
  const { db, broadcaster } = deps

  serve(app, listSessions, async ({ who }) => {
    const me = sessionOf(who)
    const rows = await livingSessions(db, me.id).execute()
    const sessions = rows.map((row) => ({
      id: row.id,
      is_current: row.id === me.sessionId,
      device: deviceWords(row.user_agent),
      ip: shortIp(row.ip),
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    }))
    return { data: sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current)) }
  })

  serve(app, endSession, async ({ params, who, reply }) => {
    const me = sessionOf(who)
    const row = await livingSessions(db, me.id).where('id', '=', params.session).executeTakeFirst()
    if (!row) throw notFound()
    await revoke(db, row.id)
    if (row.id === me.sessionId) clearSessionCookies(reply)
    await broadcaster.terminate(realtimeUser({ kind: 'customer', id: me.id, sessionId: row.id }))
    return { message: 'That device is logged out.' }
  })

  serve(app, endOtherSessions, async ({ who }) => {
    const me = sessionOf(who)
    await endSessions(deps, me.id, { except: me.sessionId })
    return { message: 'Every other device is logged out.' }
  })
}

/** The last used first. By access_tokens_principal. */
const livingSessions = (db: Database, customerId: number) =>
  db
    .selectFrom('access_tokens')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('principal_kind', '=', 'customer')
    .where('principal_id', '=', customerId)
    .where('purpose', '=', 'session')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
