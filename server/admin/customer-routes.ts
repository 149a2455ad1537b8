/** Buyers as the house sees them: who they are, identity checks that wait for a person, and a look through their eyes (checklist ADM-04). */
import type { FastifyInstance } from 'fastify'
import { decideByHand } from '#server/accounts/identity/apply-update.ts'
import { writeAudit, writeReads } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { type AdminCustomerWire, adminCustomers, adminDecideIdentity } from '#shared/contract/admin-people.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

export function registerAdminCustomers(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps

  serve(app, adminCustomers, async ({ query, page, me, request, paginated }) => {
    const of = { page, q: query.q?.trim() ?? '', isWaiting: query.idv === 'review' }
    const { rows, hasMore } = await customerPage(db, of)
    const shown = rows.map(({ id }) => ({ customer_id: id }))
    await writeReads(db, { ...actingAs(me, request), action: 'customer.read' }, shown)
    return paginated({ rows: rows.map(customerWire), hasMore })
  })

  serve(app, adminDecideIdentity, async ({ params, body, request, me }) => {
    const { idv_status } = await customerWith(db, params.customer)
    const person = { kind: 'customer', id: params.customer } as const
    const decision = { person, status: body.decision, reason: body.reason }
    const isDecided = await decideByHand(deps, decision, (trx) =>
      writeAudit(trx, {
        ...actingAs(me, request),
        action: `identity.${body.decision}`,
        subject: { kind: 'customer', id: params.customer },
        before: { idv_status },
        after: { reason: body.reason },
      }),
    )
    if (!isDecided) throw conflict('No identity check of this customer waits.')
    return { data: customerWire(await customerWith(db, params.customer)) }
  })
}

const selectCustomers = (db: Database) =>
  db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'idv_status', 'blocked_at', 'created_at'])
    .where('deleted_at', 'is', null)

/** By primary key. */
export async function customerWith(db: Database, id: number) {
  const row = await selectCustomers(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** A pass over the customers: asked by a person now and then. */
async function customerPage(
  db: Database,
  { page, q, isWaiting }: { page: number; q: string; isWaiting: boolean },
) {
  const { limit, offset } = windowOf(page)
  let rows = selectCustomers(db)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
  if (isWaiting) rows = rows.where('idv_status', '=', 'pending_review')
  if (q !== '') {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
    rows = rows.where((row) => row.or([row('name', 'ilike', like), row('email', 'ilike', like)]))
  }
  return pageOf(await rows.execute())
}

const customerWire = (row: Awaited<ReturnType<typeof customerWith>>): AdminCustomerWire => ({
  id: row.id,
  name: row.name,
  email: row.email,
  idv_status: row.idv_status,
  is_blocked: row.blocked_at !== null,
  created_at: row.created_at.toISOString(),
})
