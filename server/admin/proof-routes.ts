/**
 * Proofs of funds for review (checklist ADM-04). A signed link opens the file; it ends with the staff member's session, and each use is
 * logged.
 */
import type { FastifyInstance } from 'fastify'
import { personOfSession } from '#server/accounts/login/tokens.ts'
import { writeAudit, writeReads } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { StaffPrincipal } from '#server/core/http/principal.ts'
import { invalid, notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { originFor } from '#server/core/http/site.ts'
import { type NotificationDraft, writeNotification } from '#server/notifications/centre/notify.ts'
import { grantWaiting } from '#server/offers/inquiries/grant-waiting.ts'
import type { DecisionDeps } from '#server/offers/inquiries/notify.ts'
import { attachment } from '#server/providers/files/file-name.ts'
import { readLink, signLink } from '#server/providers/files/signed-link.ts'
import { type AdminProofWire, adminProofs, adminReviewProof } from '#shared/contract/admin-people.ts'
import { FILE_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import { links } from '#shared/contract/pages.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

interface Link {
  Params: { proof: string; session: string }
  Querystring: { until?: string; signature?: string }
}

export function registerAdminProofs(app: FastifyInstance, deps: AdminDeps & DecisionDeps): void {
  const { db, secret, nowMs } = deps
  const wire = (row: ProofRow, me: StaffPrincipal) =>
    proofWire(row, linkTo(deps, { proofId: row.id, sessionId: me.sessionId }))

  serve(app, adminProofs, async ({ query, me, page, request, paginated }) => {
    const { rows, hasMore } = await proofPage(db, page, query.review)
    await writeReads(db, { ...actingAs(me, request), action: 'proof_of_funds.read' }, rows)
    return paginated({ rows: rows.map((row) => wire(row, me)), hasMore })
  })

  serve(app, adminReviewProof, async ({ params, body, request, me }) => {
    const reason = body.reason?.trim() || null
    if (body.review === 'rejected' && reason === null)
      throw invalid({ reason: ['Say what is wrong. The owner will see this.'] })
    await db.transaction().execute(async (trx) => {
      const before = await lockProof(trx, params.proof)
      if (body.seen && !isSame(body.seen, before)) throw changed()
      await trx
        .updateTable('proofs_of_funds')
        .set({ review: body.review, review_reason: reason })
        .where('id', '=', before.id)
        .execute()
      await writeAudit(trx, {
        ...actingAs(me, request),
        action: `proof_of_funds.${body.review}`,
        subject: { kind: 'proof_of_funds', id: before.id },
        before: { review: before.review },
        after: { reason },
      })
      if (before.review !== body.review)
        await writeNotification(trx, [
          notificationsOf(before, { review: body.review, reason, nowMs: nowMs() }),
        ])
    })
    const row = await proofWith(db, params.proof)
    await grantWaiting(deps, row.customer_id, nowMs())
    return { data: wire(row, me) }
  })

  app.get<Link>('/admin/files/proofs/:proof/:session', { schema: { hide: true } }, async (request, reply) => {
    const { params, query } = request
    const of = { proofId: Number(params.proof), sessionId: Number(params.session) }
    const { until = '', signature = '' } = query
    const link = readLink(secret, { subject: subjectOf(of), until, signature }, nowMs())
    if (link !== 'good') throw oldLink()
    const person = await personOfSession(db, of.sessionId)
    if (person?.kind !== 'staff') throw oldLink()
    const row = await proofWith(db, of.proofId)
    const bytes = await deps.parts.files.get(row.storage_key)
    if (!bytes) throw notFound()
    await writeAudit(db, {
      actor: { kind: 'staff', id: person.id },
      ip: request.ip,
      action: 'proof_of_funds.download',
      subject: { kind: 'proof_of_funds', id: row.id },
    })
    return reply
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', attachment(row.file_name))
      .header('Content-Security-Policy', "sandbox; default-src 'none'")
      .header('X-Content-Type-Options', 'nosniff')
      .type(row.content_type)
      .send(Buffer.from(bytes))
  })
}

type Seen = Pick<AdminProofWire, 'amount_cents' | 'bank' | 'valid_until'>

const isSame = (seen: Seen, row: Seen): boolean =>
  (['amount_cents', 'bank', 'valid_until'] as const).every((name) => (seen[name] ?? null) === row[name])

const changed = () =>
  new Refusal(409, {
    message: 'The owner changed the details of this proof. Close this window and check them again.',
    code: 'changed',
  })

interface Reviewed {
  review: 'approved' | 'rejected'
  reason: string | null
  nowMs: number
}

const notificationsOf = (
  { id, customer_id: customerId, file_name: file }: ProofRow,
  { review, reason, nowMs }: Reviewed,
): NotificationDraft => ({
  // It may be reviewed again, after a change of its details.
  customerId,
  type: 'proof_of_funds',
  key: `proof ${id} ${review} ${nowMs}`,
  title: review === 'approved' ? 'Your proof of funds was reviewed' : 'Your proof of funds was not accepted',
  body: review === 'approved' ? `${file} counts for your offers and address requests now.` : reason,
  url: links.profile('documents'),
  label: 'Open your documents',
})

interface Linked {
  proofId: number
  sessionId: number
}

const subjectOf = ({ proofId, sessionId }: Linked) => `console proof ${proofId} session ${sessionId}`

function linkTo({ secret, site, nowMs }: AdminDeps, of: Linked): string {
  const signed = signLink(secret, subjectOf(of), nowMs() + FILE_LINK_LIFETIME_MS)
  return `${originFor(site, 'staff')}/admin/files/proofs/${of.proofId}/${of.sessionId}?${new URLSearchParams({ ...signed })}`
}

const oldLink = () =>
  new Refusal(410, {
    message: 'This link has expired. Open the file again from the console.',
    code: 'expired_link',
  })

/** What is quarantined is reviewed once it was found clean. */
const selectProofs = (db: Database) =>
  db
    .selectFrom('proofs_of_funds')
    .innerJoin('customers', 'customers.id', 'proofs_of_funds.customer_id')
    .selectAll('proofs_of_funds')
    .select(['customers.name', 'customers.email'])
    .where('proofs_of_funds.deleted_at', 'is', null)
    .where('proofs_of_funds.is_quarantined', '=', false)

/** By primary key. */
async function proofWith(db: Database, id: number) {
  const row = await selectProofs(db).where('proofs_of_funds.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Its owner cannot change it meanwhile. By primary key. */
async function lockProof(trx: Database, id: number) {
  await trx.selectFrom('proofs_of_funds').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return proofWith(trx, id)
}

/** By the primary key, those that wait first. */
async function proofPage(db: Database, page: number, review: AdminProofWire['review'] | undefined) {
  const { limit, offset } = windowOf(page)
  let rows = selectProofs(db)
    .orderBy((row) => row('review', '!=', 'pending'))
    .orderBy('proofs_of_funds.id', 'desc')
    .limit(limit)
    .offset(offset)
  if (review) rows = rows.where('review', '=', review)
  return pageOf(await rows.execute())
}

type ProofRow = Awaited<ReturnType<typeof proofWith>>

const proofWire = (row: ProofRow, url: string): AdminProofWire => ({
  id: row.id,
  file_name: row.file_name,
  content_type: row.content_type,
  size_bytes: row.size_bytes,
  customer: { id: row.customer_id, name: row.name, email: row.email },
  amount_cents: row.amount_cents,
  bank: row.bank,
  valid_until: row.valid_until,
  review: row.review,
  review_reason: row.review_reason,
  url,
  created_at: row.created_at.toISOString(),
})
