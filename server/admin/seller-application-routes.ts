/** Sellers who want to join: staff invite, approve and decline. */
import type { FastifyInstance } from 'fastify'
import { personByEmail } from '#server/accounts/login/people.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import {
  addApplication,
  approve,
  decline,
  isOpen,
  lockApplication,
  openApplications,
} from '#server/sellers/join/applications.ts'
import { createJoinMails } from '#server/sellers/join/mails.ts'
import {
  adminApplications,
  adminDecideApplication,
  adminInviteSeller,
  type SellerApplicationWire,
} from '#shared/contract/seller-join.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

export function registerSellerApplications(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps
  const mails = createJoinMails(deps)

  serve(app, adminApplications, async () => ({ data: await wires(db) }))

  serve(app, adminInviteSeller, async ({ body: { email }, request, me }) => {
    if (await personByEmail(db, 'member', email))
      throw invalid({ email: ['This email has a seller login already.'] })
    const made = await addApplication(db, { email, state: 'approved' })
    const token = await approve(db, made.id)
    await mails.finish(made, token)
    await writeAudit(db, {
      ...actingAs(me, request),
      action: 'seller.invite',
      subject: { kind: 'seller application', id: made.id },
      after: { email },
    })
    return { data: await wires(db) }
  })

  serve(app, adminDecideApplication, async ({ params, body, request, me }) => {
    const { is_approved, reason } = body
    if (!is_approved && reason === undefined)
      throw invalid({ reason: ['Say why, in at least 10 characters.'] })
    const { found, token } = await db.transaction().execute(async (trx) => {
      const found = await lockApplication(trx, params.application)
      if (!found) throw notFound()
      if (!isOpen(found) || found.state !== (body.state ?? found.state))
        throw conflict('Another member of staff has decided on this application.')
      await writeAudit(trx, {
        ...actingAs(me, request),
        action: is_approved ? 'seller.approve' : 'seller.decline',
        subject: { kind: 'seller application', id: found.id },
        after: { email: found.email, reason },
      })
      const decide = is_approved ? approve : decline
      return { found, token: await decide(trx, found.id) }
    })
    if (token !== null) await mails.finish(found, token)
    else await mails.declined(found, reason ?? '')
    return { data: await wires(db) }
  })
}

const wires = async (db: Database): Promise<SellerApplicationWire[]> =>
  (await openApplications(db)).map((row) => ({
    ...row,
    state: row.state === 'approved' ? 'approved' : 'waiting',
    created_at: row.created_at.toISOString(),
  }))
