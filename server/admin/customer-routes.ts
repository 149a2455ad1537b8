/** Buyers as the house sees them: who they are, identity checks that wait for a person, and a look through their eyes (checklist ADM-04). */
import type { FastifyInstance } from 'fastify'
import { setSessionCookies } from '#server/account/session-cookie.ts'
import { issue } from '#server/account/tokens.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/database/open.ts'
import { pageOf, paginated, windowOf } from '#server/http/paginate.ts'
import { staffOf } from '#server/http/principal.ts'
import { conflict, notFound } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { decideByHand } from '#server/identity/apply-update.ts'
import {
  type AdminCustomerWire,
  adminCustomers,
  adminDecideIdentity,
  adminViewAs,
} from '#shared/contract/admin-people.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

const VIEW_MS = 15 * 60_000

export function registerAdminCustomers(app: FastifyInstance, deps: AdminDeps): void {
  const { db, secret, site } = deps

  serve(app, adminCustomers, async ({ query, request }) => {
    staffOf(request)
    const page = query.page ?? 1
    const of = { page, q: query.q?.trim() ?? '', isWaiting: query.idv === 'review' }
    const { rows, hasMore } = await customerPage(db, of)
    return paginated(request, page, { rows: rows.map(customerWire), hasMore })
  })

  serve(app, adminDecideIdentity, async ({ params, body, request }) => {
    const me = staffOf(request)
    const { idv_status } = await customerWith(db, params.customer)
    const decision = { customerId: params.customer, status: body.decision, reason: body.reason }
    const isDecided = await decideByHand(deps, decision, (trx) =>
      writeAudit(trx, {
        ...actingAs(me, request),
        ...{ action: `identity.${body.decision}`, subject: { kind: 'customer', id: params.customer } },
        ...{ before: { idv_status }, after: { reason: body.reason } },
      }),
    )
    if (!isDecided) throw conflict('No identity check of this customer waits.')
    return { data: customerWire(await customerWith(db, params.customer)) }
  })

  serve(app, adminViewAs, async ({ params, body, request, reply }) => {
    const me = staffOf(request)
    const { id } = await customerWith(db, params.customer)
    await writeAudit(db, {
      ...actingAs(me, request),
      ...{ action: 'customer.view', subject: { kind: 'customer', id }, after: { reason: body.reason } },
    })
    const view = { kind: 'customer', principalId: id, purpose: 'view', lifetimeMs: VIEW_MS } as const
    const session = await issue(db, { ...view, ip: request.ip })
    setSessionCookies({ request, reply }, session, { secret, site })
  })
}

const selectCustomers = (db: Database) =>
  db.selectFrom('customers').select(['id', 'name', 'email', 'idv_status', 'blocked_at', 'created_at'])

/** By primary key. */
async function customerWith(db: Database, id: number) {
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
  let rows = selectCustomers(db).orderBy('name').orderBy('id').limit(limit).offset(offset)
  if (isWaiting) rows = rows.where('idv_status', '=', 'pending_review')
  if (q !== '') {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
    rows = rows.where((row) => row.or([row('name', 'ilike', like), row('email', 'ilike', like)]))
  }
  return pageOf(await rows.execute())
}

const customerWire = (row: Awaited<ReturnType<typeof customerWith>>): AdminCustomerWire => ({
  ...{ id: row.id, name: row.name, email: row.email, idv_status: row.idv_status },
  is_blocked: row.blocked_at !== null,
  created_at: row.created_at.toISOString(),
})
