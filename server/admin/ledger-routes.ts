/** The books as the house reads them, and adjustments of a wallet with a reason (checklist ADM-02). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { writeAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/database/open.ts'
import { pageOf, paginated, windowOf } from '#server/http/paginate.ts'
import { staffOf } from '#server/http/principal.ts'
import { invalid, notFound, Refusal } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { book, lockBalances } from '#server/money/ledger.ts'
import { neededKey } from '#server/money/needed-key.ts'
import { tellWallet } from '#server/money/tell.ts'
import { centsText } from '#server/money/words.ts'
import {
  adminAdjust,
  adminLedger,
  adminLedgerTotals,
  type LedgerRowWire,
} from '#shared/contract/admin-money.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

/** More than anybody's wallet should hold: a slip of the keyboard. */
const ADJUSTMENT_MAX_CENTS = 10_000_000

export function registerAdminLedger(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps

  serve(app, adminLedger, async ({ query, request }) => {
    staffOf(request)
    const page = query.page ?? 1
    const { rows, hasMore } = await ledgerPage(db, page, query.customer_id)
    return paginated(request, page, { rows: await withEntries(db, rows), hasMore })
  })

  serve(app, adminLedgerTotals, async ({ request }) => {
    staffOf(request)
    const places = await totals(db)
    const sum = Object.values(places).reduce((all, cents) => all + cents, 0)
    return { data: { places, sum_cents: sum } }
  })

  serve(app, adminAdjust, async ({ body, request }) => {
    const me = staffOf(request)
    const cause = `adjustment:${me.staffId}:${neededKey(request.headers['idempotency-key'])}`
    const { customer_id: customerId, amount_cents: cents, reason } = body
    if (cents === 0 || Math.abs(cents) > ADJUSTMENT_MAX_CENTS)
      throw invalid({
        amount_cents: [`Give an amount other than zero, up to ${centsText(ADJUSTMENT_MAX_CENTS)}.`],
      })
    await db.transaction().execute(async (trx) => {
      await requireCustomer(trx, customerId)
      const { wallet } = await lockBalances(trx, customerId)
      if (wallet + cents < 0) throw short(wallet)
      const [from, to] =
        cents > 0 ? (['adjustments', 'wallet'] as const) : (['wallet', 'adjustments'] as const)
      const isNew = await book(trx, {
        ...{ kind: 'adjustment', customerId, cause, from, to },
        ...{ amountCents: Math.abs(cents), description: `Adjustment: ${reason}` },
      })
      if (!isNew) return
      await writeAudit(trx, {
        ...actingAs(me, request),
        ...{ action: 'wallet.adjust', subject: { kind: 'customer', id: customerId } },
        ...{ before: { wallet_cents: wallet }, after: { wallet_cents: wallet + cents, reason } },
      })
    })
    await tellWallet(deps, customerId)
    // By ledger_transactions_cause.
    const rows = await selectLedger(db).where('cause', '=', cause).execute()
    const [row] = await withEntries(db, rows)
    if (!row) throw notFound()
    return { data: row }
  })
}

async function requireCustomer(trx: Database, id: number): Promise<void> {
  const row = await trx.selectFrom('customers').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw invalid({ customer_id: ['There is no such customer.'] })
}

const short = (wallet: number) =>
  new Refusal(409, {
    message: `The wallet has ${centsText(wallet)}; it cannot go below zero.`,
    code: 'insufficient',
  })

const selectLedger = (db: Database) =>
  db
    .selectFrom('ledger_transactions')
    .leftJoin('customers', 'customers.id', 'ledger_transactions.customer_id')
    .selectAll('ledger_transactions')
    .select('customers.name')

/** By the primary key downwards, or by ledger_transactions_customer. */
async function ledgerPage(db: Database, page: number, customerId: number | undefined) {
  const { limit, offset } = windowOf(page)
  let rows = selectLedger(db).orderBy('ledger_transactions.id', 'desc').limit(limit).offset(offset)
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
    ...{ id: row.id, kind: row.kind, description: row.description },
    customer: { id: row.customer_id, name: row.name },
    created_at: row.created_at.toISOString(),
    entries: entries
      .filter(({ transaction_id }) => transaction_id === row.id)
      .map(({ kind, amount_cents }) => ({ place: kind, amount_cents: Number(amount_cents) })),
  }))
}

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
