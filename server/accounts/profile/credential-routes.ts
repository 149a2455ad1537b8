/** The password and the e-mail address of who is logged in, and the codes that confirm such a change. */
import type { FastifyInstance } from 'fastify'
import { sendConfirmation } from '#server/accounts/login/confirmation.ts'
import { customerWire } from '#server/accounts/login/current-user.ts'
import { voidBuyersMails, voidLinks } from '#server/accounts/login/mail-links.ts'
import { requireNewPassword } from '#server/accounts/login/new-password.ts'
import { hashPassword, isPassword } from '#server/accounts/login/passwords.ts'
import { customerByEmail } from '#server/accounts/login/queries.ts'
import { notifyEmailChanged, notifyPasswordChanged } from '#server/accounts/login/security-notifications.ts'
import { createSendCaps } from '#server/accounts/login/send-caps.ts'
import { endSessions } from '#server/accounts/login/sessions.ts'
import type { Database } from '#server/core/database/open.ts'
import { type CustomerPrincipal, requireSelf } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { EMAIL_CHANGES_PER_HOUR } from '#shared/contract/limits.ts'
import { changeEmail, sendActionCode, updatePassword } from '#shared/contract/profile.ts'
import { requireActionCode, sendActionCodeBy } from './action-code.ts'
import { type CustomerRow, ownRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

const HOUR_MS = 3_600_000

export function registerCredentials(app: FastifyInstance, deps: ProfileDeps): void {
  const { db, mails, background } = deps
  const sendCaps = createSendCaps(app, 'action-codes', deps.limits)
  const emailChanges = app.createThrottle('email-changes', EMAIL_CHANGES_PER_HOUR, HOUR_MS)

  serve(app, updatePassword, async ({ body, me }) => {
    const row = await ownRow(db, me.id)
    await requirePassword(deps, row, { password: body.current_password, field: 'current_password' })
    await requireNewPassword(body, { email: row.email, names: [row.first_name, row.last_name, row.name] })
    const password_hash = await hashPassword(body.password)
    await db.updateTable('customers').set({ password_hash }).where('id', '=', me.id).execute()
    await voidBuyersMails(db, me.id)
    await endSessions(deps, me, { except: me.sessionId })
    background.run('notice of a new password', () => mails.passwordChanged(row))
    background.run('news of a new password', () => notifyPasswordChanged(deps, row.id))
    return { message: 'Your password is changed. Other devices are logged out.' }
  })

  serve(app, sendActionCode, async ({ params, me, request }) => {
    requireSelf(me, params.customer)
    await sendCaps.take(request.ip)
    const place = await sendActionCodeBy(deps, me, params.channel)
    return { message: `The code is on its way to ${place}.` }
  })

  serve(app, changeEmail, async ({ params, body, me }) => {
    requireSelf(me, params.customer)
    const row = await ownRow(db, me.id)
    await emailChanges.take(String(me.id))
    // Before the code, which works once: a taken address must not cost it.
    await requireFreeEmail(db, row, body.email)
    await requireActionCode(deps, me, body.code)
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
  await passwordTries.take(key)
  if (!(await isPassword(password, row.password_hash)))
    throw invalid({ [field]: ['This is not your password.'] })
  await passwordTries.forget(key)
}

/** For what a stolen session alone must not do: the password, or a code by `sendActionCode` for who has none. Throws 422 on its field. */
export async function requireIdentity(
  deps: ProfileDeps,
  me: CustomerPrincipal,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const row = await ownRow(deps.db, me.id)
  if (row.password_hash !== null) return requirePassword(deps, row, { password, field: 'password' })
  if (!code) throw invalid({ code: ['Enter the code that we sent you.'] })
  await requireActionCode(deps, me, code)
}

const TAKEN = 'This address belongs to another account.'

/**
 * Moves a customer to another e-mail address, which has to be free, and unconfirmed from then on. Throws 422 on `email`.
 */
async function requireFreeEmail(db: Database, row: CustomerRow, email: string): Promise<void> {
  if (email.toLowerCase() === row.email.toLowerCase())
    throw invalid({ email: ['This is already your address.'] })
  if (await customerByEmail(db, email)) throw invalid({ email: [TAKEN] })
}

/** The row as it is now. The former address gets a notice, the new one the mail to confirm it. */
async function moveToEmail(deps: ProfileDeps, row: CustomerRow, email: string): Promise<CustomerRow> {
  const { db, mails, background } = deps
  const moved = await db
    .updateTable('customers')
    .set({ email, email_confirmed_at: null })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      // Somebody took it in this very moment.
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw invalid({ email: [TAKEN] })
      throw error
    })
  for (const purpose of ['recovery', 'auth'] as const)
    await voidLinks(db, purpose, { kind: 'customer', id: row.id })
  background.run('notice of a new email', () => mails.emailChanged(moved, { formerEmail: row.email }))
  background.run('news of a new email', () => notifyEmailChanged(deps, row.id))
  background.run('confirmation of a new email', () => sendConfirmation(deps, moved))
  return moved
}

const UNIQUE_VIOLATION = '23505'
