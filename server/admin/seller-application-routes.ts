/** Sellers who want to join: staff invite, approve and decline. */
import type { FastifyInstance } from 'fastify'
import { personByEmail } from '#server/accounts/login/people.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import {
  type Application,
  addApplication,
  approve,
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
    const found = (await openApplications(db)).find(({ id }) => id === params.application)
    if (!found) throw notFound()
    if (body.is_approved) await mails.finish(found, await approve(db, found.id))
    else await decline(found, body.reason)
    await writeAudit(db, {
      ...actingAs(me, request),
      action: body.is_approved ? 'seller.approve' : 'seller.decline',
      subject: { kind: 'seller application', id: found.id },
      after: { email: found.email, reason: body.reason },
    })
    return { data: await wires(db) }
  })

  async function decline(of: Application, reason: string | undefined): Promise<void> {
    if (reason === undefined) throw invalid({ reason: ['Say why, in at least 10 characters.'] })
    await db
      .updateTable('seller_applications')
      .set({ state: 'declined', token_hash: null })
      .where('id', '=', of.id)
      .execute()
    await mails.declined(of, reason)
  }
}

const wires = async (db: Database): Promise<SellerApplicationWire[]> =>
  (await openApplications(db)).map((row) => ({
    ...row,
    state: row.state === 'approved' ? 'approved' : 'waiting',
    created_at: row.created_at.toISOString(),
  }))
