/** What a customer changes about themselves, their sessions, data and mails (spec section 7). */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import { confirmByCode, sendConfirmation } from '#server/accounts/login/confirmation.ts'
import { currentCustomer, customerWire } from '#server/accounts/login/current-user.ts'
import { createMails } from '#server/accounts/login/mails.ts'
import { endOwnSession, ownSessions } from '#server/accounts/login/own-sessions.ts'
import { endSessions } from '#server/accounts/login/sessions.ts'
import { acceptTermsOf } from '#server/accounts/terms.ts'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  acceptTerms,
  confirmEmail,
  endOtherSessions,
  endSession,
  listSessions,
  sendConfirmationEmail,
  updateProfile,
} from '#shared/contract/profile.ts'
import { registerAvatar } from './avatar-routes.ts'
import { registerCredentials } from './credential-routes.ts'
import { detailChanges } from './details.ts'
import { startDeletingInactive } from './inactive-customers.ts'
import { ownRow } from './own-row.ts'
import { registerPrivacy } from './privacy-routes.ts'
import type { ProfileDeps, ProfileNeeds } from './profile-deps.ts'
import { registerUnsubscribe } from './unsubscribe-routes.ts'

/** Answers with what its parts share, e.g. the count of password tries, for calls of other groups that ask for the password too. */
export function registerProfile(app: FastifyInstance, deps: RoomDeps & ProfileNeeds): ProfileDeps {
  const { loginFailures, loginWindowMs } = deps.limits
  const shared: ProfileDeps = {
    ...deps,
    mails: createMails(deps),
    background: createBackground(app),
    passwordTries: app.createThrottle('current-passwords', loginFailures, loginWindowMs),
  }
  registerDetails(app, shared)
  registerCredentials(app, shared)
  registerAvatar(app, shared)
  registerSessions(app, shared)
  registerPrivacy(app, shared)
  registerUnsubscribe(app, shared)
  startDeletingInactive(app, { ...shared, db: deps.work })
  return shared
}

/** Name, company and the like; confirming the e-mail address. */
function registerDetails(app: FastifyInstance, deps: ProfileDeps): void {
  const { db } = deps

  serve(app, updateProfile, async ({ body, me }) => {
    const changes = detailChanges(await ownRow(db, me.id), body)
    if (Object.keys(changes).length > 0)
      await db.updateTable('customers').set(changes).where('id', '=', me.id).execute()
    return { data: await currentCustomer(deps, me.id) }
  })

  serve(app, acceptTerms, async ({ body, me }) => {
    await acceptTermsOf(deps, { kind: 'customer', id: me.id }, body.terms_version)
    return { data: await currentCustomer(deps, me.id) }
  })

  serve(app, sendConfirmationEmail, async ({ me }) => {
    const row = await ownRow(db, me.id)
    if (row.email_confirmed_at) return { message: 'Your email is confirmed already.' }
    await sendConfirmation(deps, row)
    return { message: `A mail with a link and a code is on its way to ${row.email}.` }
  })

  serve(app, confirmEmail, async ({ body, me }) => {
    const row = await ownRow(db, me.id)
    const confirmed = await confirmByCode(deps, row, body.code)
    await deps.joinGuests(confirmed)
    return { data: await customerWire(deps, confirmed) }
  })
}

/** Where a customer is logged in, and ending that (AUTH-49). */
function registerSessions(app: FastifyInstance, deps: ProfileDeps): void {
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
