/** What a customer changes about themselves, their sessions, data and mails (spec section 7). */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/account/background.ts'
import { createMails } from '#server/account/mails.ts'
import { createThrottle } from '#server/http/throttle.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { registerAvatar } from './avatar-routes.ts'
import { registerCredentials } from './credential-routes.ts'
import { registerDetails } from './detail-routes.ts'
import { registerPrivacy } from './privacy-routes.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { registerSessions } from './session-routes.ts'
import { registerUnsubscribe } from './unsubscribe-routes.ts'

export function registerProfile(app: FastifyInstance, deps: RoomDeps & Pick<ProfileDeps, 'messenger'>): void {
  const { loginFailures, loginWindowMs } = deps.limits
  const shared: ProfileDeps = {
    ...deps,
    mails: createMails(deps),
    background: createBackground(app),
    passwordTries: createThrottle(loginFailures, loginWindowMs),
  }
  registerDetails(app, shared)
  registerCredentials(app, shared)
  registerAvatar(app, shared)
  registerSessions(app, shared)
  registerPrivacy(app, shared)
  registerUnsubscribe(app, shared)
}
