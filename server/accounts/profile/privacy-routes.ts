/** A customer's data in their own hands: all of it to take along, all of it to have deleted (AUTH-48). */
import type { FastifyInstance } from 'fastify'
import { clearSessionCookies } from '#server/accounts/login/session-cookie.ts'
import { realtimeUser } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import { deleteFiles } from '#server/providers/files/delete-files.ts'
import { EXPORTS_PER_HOUR } from '#shared/contract/limits.ts'
import { deleteAccount, exportArchive, exportData } from '#shared/contract/profile.ts'
import { formatCents } from '#shared/format/money.ts'
import { requireIdentity, requirePassword } from './credential-routes.ts'
import { deleteCustomer } from './delete-customer.ts'
import { customerArchive } from './export-archive.ts'
import { everythingAbout } from './export-data.ts'
import type { Payout } from './leaving.ts'
import { ownRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

const HOUR_MS = 3_600_000

export function registerPrivacy(app: FastifyInstance, deps: ProfileDeps): void {
  const { db, mails, background, afterLeaving } = deps
  const exports = app.createThrottle('exports', EXPORTS_PER_HOUR, HOUR_MS)

  serve(app, exportData, async ({ me, reply }) => {
    await exports.take(String(me.id))
    reply.header('Content-Disposition', 'attachment; filename="my-data.json"')
    return { data: await everythingAbout(deps.work, me.id, deps.redactReviews) }
  })

  serveSent(app, exportArchive, async ({ me, reply }) => {
    await exports.take(String(me.id))
    const { name: site } = await installationOf(deps.site)
    return reply
      .header('Content-Disposition', 'attachment; filename="my-data.zip"')
      .type('application/zip')
      .send(customerArchive(deps, me.id, { site, nowMs: deps.nowMs() }))
  })

  serve(app, deleteAccount, async ({ body, me, reply }) => {
    const row = await ownRow(db, me.id)
    if (body.confirmation.trim().toLowerCase() !== row.email.toLowerCase())
      throw invalid({ confirmation: ['Type your email address to confirm.'] })
    await requirePassword(deps, row, { password: body.password, field: 'password' })
    // A session alone must not send the money to anybody's account.
    if (body.bank && row.password_hash === null) await requireIdentity(deps, me, body)
    const { sessionIds, places, fileKeys, withdrawals } = await deleteCustomer(deps, row, {
      bank: body.bank ?? null,
    })
    clearSessionCookies(reply)
    for (const sessionId of sessionIds)
      await deps.broadcaster.terminate(realtimeUser({ kind: 'customer', id: me.id, sessionId }))
    background.run('payout of a deleted account', () => afterLeaving.sendPayouts(withdrawals))
    background.run('places that came free', () => afterLeaving.notifyPlaces(places))
    background.run('files of a deleted account', () => deleteFiles(deps, fileKeys))
    background.run('notice of a deleted account', () => mails.accountDeleted(row, payoutWords(withdrawals)))
    return { message: 'Your account is deleted.' }
  })
}

/** For the mail that says goodbye. */
function payoutWords(rows: readonly Payout[]): string | null {
  const toCards = sumOf(rows.filter(({ method }) => method === 'card'))
  const toBank = sumOf(rows.filter(({ method }) => method === 'bank'))
  const parts = [
    ...(toCards > 0 ? [`${formatCents(toCards)} goes back to the card that paid it`] : []),
    ...(toBank > 0 ? [`${formatCents(toBank)} goes to your bank account`] : []),
  ]
  return parts.length === 0 ? null : `The money of your wallet is on its way: ${parts.join(', ')}.`
}

const sumOf = (rows: readonly Payout[]) =>
  rows.reduce((all, { amount_cents }) => all + Number(amount_cents), 0)
