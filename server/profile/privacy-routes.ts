/** A customer's data in their own hands: all of it to take along, all of it to have deleted (AUTH-48). */
import type { FastifyInstance } from 'fastify'
import { clearSessionCookies } from '#server/account/session-cookie.ts'
import { endSessions } from '#server/account/sign-in.ts'
import { fileKeysOf } from '#server/funds/files-of.ts'
import { sessionOf } from '#server/http/principal.ts'
import { conflict, invalid } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle } from '#server/http/throttle.ts'
import { tellPlaces } from '#server/open-houses/tell.ts'
import { EXPORTS_PER_HOUR } from '#shared/contract/limits.ts'
import { deleteAccount, exportData } from '#shared/contract/profile.ts'
import { formatCents } from '#shared/format/money.ts'
import { holdsDeposit, moneyHere } from './commitments.ts'
import { requirePassword } from './credential-routes.ts'
import { deleteCustomer } from './delete-customer.ts'
import { everythingAbout } from './export-data.ts'
import { ownRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

const HOUR_MS = 3_600_000
const HELD =
  'A deposit is held for you. Ask for its refund first; the account can be deleted once it is paid back.'
const moneyLeft = (cents: number) =>
  `Your wallet has ${formatCents(cents)}. Ask support to pay it out, then delete your account.`

export function registerPrivacy(app: FastifyInstance, deps: ProfileDeps): void {
  const { db, mails, background } = deps
  const exports = createThrottle(EXPORTS_PER_HOUR, HOUR_MS)

  serve(app, exportData, async ({ who, reply }) => {
    const me = sessionOf(who)
    exports.take(String(me.id))
    reply.header('Content-Disposition', 'attachment; filename="my-data.json"')
    return { data: await everythingAbout(db, me.id) }
  })

  serve(app, deleteAccount, async ({ body, who, reply }) => {
    const me = sessionOf(who)
    const row = await ownRow(db, me.id)
    if (body.confirmation.trim().toLowerCase() !== row.email.toLowerCase())
      throw invalid({ confirmation: ['Type your email address to confirm.'] })
    await requirePassword(deps, row, { password: body.password, field: 'password' })
    if (await holdsDeposit(db, me.id)) throw conflict(HELD)
    const cents = await moneyHere(db, me.id)
    if (cents > 0) throw conflict(moneyLeft(cents))
    await endSessions(deps, me.id)
    const keys = await fileKeysOf(db, me.id)
    const places = await deleteCustomer(db, row)
    clearSessionCookies(reply)
    background.run('places that came free', () => tellPlaces({ ...deps, log: app.log }, places))
    background.run('files of a deleted account', async () => {
      for (const key of keys) await deps.parts.files.delete(key)
    })
    background.run('notice of a deleted account', () => mails.accountDeleted(row))
    return { message: 'Your account is deleted.' }
  })
}
