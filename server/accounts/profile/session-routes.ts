/** Where a customer is logged in, and ending that (AUTH-49). */
import type { FastifyInstance } from 'fastify'
import { endOwnSession, ownSessions } from '#server/accounts/login/own-sessions.ts'
import { endSessions } from '#server/accounts/login/sessions.ts'
import { serve } from '#server/core/http/serve.ts'
import { endOtherSessions, endSession, listSessions } from '#shared/contract/profile.ts'
import type { ProfileDeps } from './profile-deps.ts'

export function registerSessions(app: FastifyInstance, deps: ProfileDeps): void {
  serve(app, listSessions, async ({ me }) => ({ data: await ownSessions(deps.db, me, me.sessionId) }))

  serve(app, endSession, async ({ params, me, reply }) => {
    await endOwnSession(deps, me, { sessionId: params.session, currentId: me.sessionId, reply })
    return { message: 'That device is logged out.' }
  })

  serve(app, endOtherSessions, async ({ me }) => {
    await endSessions(deps, me, { except: me.sessionId })
    return { message: 'Every other device is logged out.' }
  })
}
