/** What a customer changes about themselves, their sessions, data and mails (spec section 7). */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import { createMails } from '#server/accounts/login/mails.ts'
import { createThrottle } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { registerAvatar } from './avatar-routes.ts'
import { registerCredentials } from './credential-routes.ts'
import { registerDetails } from './detail-routes.ts'
import { registerPrivacy } from './privacy-routes.ts'
import type { ProfileDeps, ProfileNeeds } from './profile-deps.ts'
import { registerSessions } from './session-routes.ts'
import { registerUnsubscribe } from './unsubscribe-routes.ts'

/** Answers with what its parts share, e.g. the count of password tries, for calls of other groups that ask for the password too. */
export function registerProfile(app: FastifyInstance, deps: RoomDeps & ProfileNeeds): ProfileDeps {
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
  return shared
}
