/** The password and the e-mail address of who is logged in, and the codes that confirm such a change. */
import type { FastifyInstance } from 'fastify'
import { customerWire } from '#server/accounts/login/current-user.ts'
import { voidBuyersMails } from '#server/accounts/login/mail-links.ts'
import { requireNewPassword } from '#server/accounts/login/new-password.ts'
import { hashPassword, isPassword } from '#server/accounts/login/passwords.ts'
import { tellPasswordChanged } from '#server/accounts/login/security-news.ts'
import { createSendCaps } from '#server/accounts/login/send-caps.ts'
import { endSessions } from '#server/accounts/login/sessions.ts'
import { requireSelf } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { createThrottle } from '#server/core/http/throttle.ts'
import { EMAIL_CHANGES_PER_HOUR } from '#shared/contract/limits.ts'
import { changeEmail, sendActionCode, updatePassword } from '#shared/contract/profile.ts'
import { requireActionCode, sendActionCodeBy } from './action-code.ts'
import { moveToEmail, requireFreeEmail } from './change-email.ts'
import { type CustomerRow, ownRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

const HOUR_MS = 3_600_000

export function registerCredentials(app: FastifyInstance, deps: ProfileDeps): void {
  const { db, mails, background } = deps
  const sendCaps = createSendCaps(deps.limits)
  const emailChanges = createThrottle(EMAIL_CHANGES_PER_HOUR, HOUR_MS)

  serve(app, updatePassword, async ({ body, me }) => {
    const row = await ownRow(db, me.id)
    await requirePassword(deps, row, { password: body.current_password, field: 'current_password' })
    await requireNewPassword(body, { email: row.email, names: [row.first_name, row.last_name, row.name] })
    const password_hash = await hashPassword(body.password)
    await db.updateTable('customers').set({ password_hash }).where('id', '=', me.id).execute()
    await voidBuyersMails(db, me.id)
    await endSessions(deps, me, { except: me.sessionId })
    background.run('notice of a new password', () => mails.passwordChanged(row))
    background.run('news of a new password', () => tellPasswordChanged(deps, row.id))
    return { message: 'Your password is changed. Other devices are logged out.' }
  })

  serve(app, sendActionCode, async ({ params, me, request }) => {
    requireSelf(me, params.customer)
    sendCaps.take(request.ip)
    const place = await sendActionCodeBy(deps, await ownRow(db, me.id), params.channel)
    return { message: `The code is on its way to ${place}.` }
  })

  serve(app, changeEmail, async ({ params, body, me }) => {
    requireSelf(me, params.customer)
    const row = await ownRow(db, me.id)
    emailChanges.take(String(me.id))
    // Before the code, which works once: a taken address must not cost it.
    await requireFreeEmail(db, row, body.email)
    await requireActionCode(deps, row, body.code)
    return { data: await customerWire(deps, await moveToEmail(deps, row, body.email)) }
  })
}

/**
 * Throws 422 on the field unless the password fits, and 429 after too many. An attempt counts before it is checked. Passes for
 * who has none: the session is all they ever showed.
 */
export async function requirePassword(
  { passwordTries }: Pick<ProfileDeps, 'passwordTries'>,
  row: CustomerRow,
  { password, field }: { password: string | undefined; field: string },
): Promise<void> {
  if (row.password_hash === null) return
  if (!password) throw invalid({ [field]: ['Enter your current password.'] })
  const key = String(row.id)
  passwordTries.take(key)
  if (!(await isPassword(password, row.password_hash)))
    throw invalid({ [field]: ['This is not your password.'] })
  passwordTries.forget(key)
}

/** For what a stolen session alone must not do: the password, or a code by `sendActionCode` for who has none. Throws 422 on its field. */
export async function requireIdentity(
  deps: ProfileDeps,
  row: CustomerRow,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  if (row.password_hash !== null) return requirePassword(deps, row, { password, field: 'password' })
  if (!code) throw invalid({ code: ['Enter the code that we sent you.'] })
  await requireActionCode(deps, row, code)
}
