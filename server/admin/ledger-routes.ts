/** The ledger as staff read it (checklist ADM-02). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { writeReads } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { serve } from '#server/core/http/serve.ts'
import { adminLedger, adminLedgerTotals, type LedgerRowWire } from '#shared/contract/admin-money.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

export function registerAdminLedger(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps

  serve(app, adminLedger, async ({ query, page, me, request, paginated }) => {
    const { rows, hasMore } = await ledgerPage(db, page, query.customer_id)
    await writeReads(db, { ...actingAs(me, request), action: 'ledger.read' }, rows)
    return paginated({ rows: await withEntries(db, rows), hasMore })
  })

  serve(app, adminLedgerTotals, async () => {
    const places = await totals(db)
    const sum = Object.values(places).reduce((all, cents) => all + cents, 0)
    return { data: { places, sum_cents: sum } }
  })
}

const selectLedger = (db: Database) =>
  db
    .selectFrom('ledger_transactions')
    .leftJoin('customers', 'customers.id', 'ledger_transactions.customer_id')
    .selectAll('ledger_transactions')
    .select('customers.name')

/** The latest first, which is not the last booked. By ledger_transactions_time, or by ledger_transactions_customer. */
async function ledgerPage(db: Database, page: number, customerId: number | undefined) {
  const { limit, offset } = windowOf(page)
  let rows = selectLedger(db)
    .orderBy('ledger_transactions.created_at', 'desc')
    .orderBy('ledger_transactions.id', 'desc')
    .limit(limit)
    .offset(offset)
  if (customerId !== undefined) rows = rows.where('ledger_transactions.customer_id', '=', customerId)
  return pageOf(await rows.execute())
}

type LedgerRow = Awaited<ReturnType<typeof ledgerPage>>['rows'][number]

/** By ledger_entries_transaction. */
async function withEntries(db: Database, rows: LedgerRow[]): Promise<LedgerRowWire[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const entries = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_account_id')
    .select(['transaction_id', 'kind', 'amount_cents'])
    .where('transaction_id', 'in', ids)
    .orderBy('ledger_entries.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    description: row.description,
    customer: { id: row.customer_id, name: row.name },
    created_at: row.created_at.toISOString(),
    proposed_by: nameIn(row.meta, 'proposed_by'),
    approved_by: nameIn(row.meta, 'approved_by'),
    entries: entries
      .filter(({ transaction_id }) => transaction_id === row.id)
      .map(({ kind, amount_cents }) => ({ place: kind, amount_cents: Number(amount_cents) })),
  }))
}

/** As an adjustment stores it. */
const nameIn = (meta: LedgerRow['meta'], role: string): string | null =>
  (meta?.[role] as { name: string | null } | undefined)?.name ?? null

/** Over all entries: asked by a person now and then. */
async function totals(db: Database): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .leftJoin('ledger_entries', 'ledger_account_id', 'ledger_accounts.id')
    .select(['kind', sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents')])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, Number(cents)]))
}
