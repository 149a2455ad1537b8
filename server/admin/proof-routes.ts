/** Proofs of funds that somebody looks at (checklist ADM-04). The file opens by a link of its own, which is written down. */
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/database/open.ts'
import { attachment } from '#server/files/file-name.ts'
import { readLink, signLink } from '#server/files/signed-link.ts'
import { pageOf, paginated, windowOf } from '#server/http/paginate.ts'
import { type StaffPrincipal, staffOf } from '#server/http/principal.ts'
import { invalid, notFound, Refusal } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { type AdminProofWire, adminProofs, adminReviewProof } from '#shared/contract/admin-people.ts'
import { FILE_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

interface Link {
  Params: { proof: string; staff: string }
  Querystring: { until?: string; signature?: string }
}

export function registerAdminProofs(app: FastifyInstance, deps: AdminDeps): void {
  const { db, secret, nowMs } = deps
  const wire = (row: ProofRow, me: StaffPrincipal) =>
    proofWire(row, linkTo(deps, { proofId: row.id, staffId: me.staffId }))

  serve(app, adminProofs, async ({ query, request }) => {
    const me = staffOf(request)
    const page = query.page ?? 1
    const { rows, hasMore } = await proofPage(db, page, query.review)
    return paginated(request, page, { rows: rows.map((row) => wire(row, me)), hasMore })
  })

  serve(app, adminReviewProof, async ({ params, body, request }) => {
    const me = staffOf(request)
    if (body.review === 'rejected' && !body.reason?.trim())
      throw invalid({ reason: ['Say what is wrong with it; its owner reads this.'] })
    await db.transaction().execute(async (trx) => {
      const before = await proofWith(trx, params.proof)
      await trx
        .updateTable('proofs_of_funds')
        .set({ review: body.review, review_reason: body.reason?.trim() || null })
        .where('id', '=', before.id)
        .execute()
      await writeAudit(trx, {
        ...actingAs(me, request),
        ...{ action: `proof_of_funds.${body.review}`, subject: { kind: 'proof_of_funds', id: before.id } },
        ...{ before: { review: before.review }, after: { reason: body.reason ?? null } },
      })
    })
    return { data: wire(await proofWith(db, params.proof), me) }
  })

  app.get<Link>('/admin/files/proofs/:proof/:staff', { schema: { hide: true } }, async (request, reply) => {
    const { params, query } = request
    const of = { proofId: Number(params.proof), staffId: Number(params.staff) }
    const { until = '', signature = '' } = query
    const link = readLink(secret, { subject: subjectOf(of), until, signature }, nowMs())
    if (link !== 'good') throw oldLink()
    if (!(await isStaff(db, of.staffId))) throw notFound()
    const row = await proofWith(db, of.proofId)
    const bytes = await deps.parts.files.get(row.storage_key)
    if (!bytes) throw notFound()
    await writeAudit(db, {
      ...{ actor: { kind: 'staff', id: of.staffId }, ip: request.ip },
      ...{ action: 'proof_of_funds.download', subject: { kind: 'proof_of_funds', id: row.id } },
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

interface Linked {
  proofId: number
  staffId: number
}

const subjectOf = ({ proofId, staffId }: Linked) => `console proof ${proofId} staff ${staffId}`

function linkTo({ secret, site, nowMs }: AdminDeps, of: Linked): string {
  const signed = signLink(secret, subjectOf(of), nowMs() + FILE_LINK_LIFETIME_MS)
  return `${site.origin}/admin/files/proofs/${of.proofId}/${of.staffId}?${new URLSearchParams({ ...signed })}`
}

const oldLink = () =>
  new Refusal(410, {
    message: 'This link has expired. Open the file again from the console.',
    code: 'expired_link',
  })

/** By primary key. */
async function isStaff(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('staff').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

const selectProofs = (db: Database) =>
  db
    .selectFrom('proofs_of_funds')
    .innerJoin('customers', 'customers.id', 'proofs_of_funds.customer_id')
    .selectAll('proofs_of_funds')
    .select(['customers.name', 'customers.email'])
    .where('proofs_of_funds.deleted_at', 'is', null)

/** By primary key. */
async function proofWith(db: Database, id: number) {
  const row = await selectProofs(db).where('proofs_of_funds.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
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
  ...{ id: row.id, file_name: row.file_name, content_type: row.content_type, size_bytes: row.size_bytes },
  customer: { id: row.customer_id, name: row.name, email: row.email },
  ...{ amount_cents: row.amount_cents, bank: row.bank, valid_until: row.valid_until },
  ...{ review: row.review, review_reason: row.review_reason, url },
  created_at: row.created_at.toISOString(),
})
