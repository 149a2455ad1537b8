/** The account room: its doors put together (spec section 7, Auth and account). What a customer changes later is the profile's. */
import type { FastifyInstance } from 'fastify'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { createBackground } from './background.ts'
import { registerCodeLogin } from './code-routes.ts'
import type { EntryDeps } from './entry-deps.ts'
import type { PropertyStatsOf } from './login-routes.ts'
import { registerLogin } from './login-routes.ts'
import { createMails } from './mails.ts'
import { registerPasswords } from './password-routes.ts'
import { registerRecovery } from './recovery-routes.ts'
import { registerRegistration } from './register-routes.ts'
import { createSendCaps } from './send-caps.ts'
import { registerSocial } from './social-routes.ts'
import { startForgetting } from './sweep.ts'

/** The scores of the customer's own deals, which ride on the profile. */
export interface AccountDeps extends RoomDeps {
  propertyStats: PropertyStatsOf
}

export function registerAccount(app: FastifyInstance, deps: AccountDeps): void {
  const entry: EntryDeps = {
    ...deps,
    mails: createMails(deps),
    background: createBackground(app),
    sendCaps: createSendCaps(deps.limits),
  }
  registerLogin(app, { ...entry, propertyStats: deps.propertyStats })
  registerCodeLogin(app, entry)
  registerRegistration(app, entry)
  registerPasswords(app, entry)
  registerRecovery(app, entry)
  registerSocial(app, entry)
  startForgetting(app, { ...deps, db: deps.work })
}
