/** Payments that arrived after their owner deleted the account: listed, and returned to their card. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { settlePayment } from '#server/payments/settle.ts'
import {
  adminReturnPayment,
  adminUnclaimedPayments,
  type UnclaimedPaymentWire,
} from '#shared/contract/unclaimed-payments.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

export function registerUnclaimed(app: FastifyInstance, deps: AdminDeps): void {
  const { db, nowMs, parts } = deps

  serve(app, adminUnclaimedPayments, async ({ page, paginated }) => {
    const { limit, offset } = windowOf(page)
    const rows = unclaimed(db).orderBy(sql`returned.id is not null`).orderBy('payments.id', 'desc')
    const found = pageOf(await rows.limit(limit).offset(offset).execute())
    return paginated({ ...found, rows: found.rows.map(wireOf) })
  })

  serve(app, adminReturnPayment, async ({ params, body, me, request }) => {
    const row = await unclaimedWith(db, params.payment)
    if (row.returned_at === null) {
      // Before the provider is called: whatever happens, the log says who called it.
      await writeAudit(db, {
        ...actingAs(me, request),
        action: 'payment.return',
        subject: { kind: 'payment', id: row.id },
        after: { amount_cents: row.amount_cents, reason: body.reason },
      })
      await giveBack(row)
    }
    return { data: wireOf(await unclaimedWith(db, params.payment)) }
  })

  /** The provider's own event finds it booked already, or books it if this call ends in the middle. */
  async function giveBack({ id, customer_id, provider_ref: ref, amount_cents }: UnclaimedRow): Promise<void> {
    if (ref === null) throw notKnown()
    const charge = { paymentId: id, customerId: customer_id, ref, amountCents: Number(amount_cents) }
    try {
      await parts.billing.refund(charge)
    } catch (error) {
      deps.log.warn({ err: error, payment: id }, 'the card provider did not return a payment')
      throw providerDown()
    }
    await settlePayment(db, id, { state: 'reversed', ref }, nowMs())
  }
}

const notKnown = () =>
  new Refusal(409, {
    message: 'The card provider has not named this payment yet. Return it in the provider’s own console.',
    code: 'state',
  })

const providerDown = () =>
  new Refusal(503, {
    message: 'The card provider did not return the payment. Try again in a few minutes.',
    code: 'provider_down',
  })

/** By ledger_entries_account of the one account there is, then by primary keys and ledger_transactions_cause. */
const unclaimed = (db: Database) =>
  db
    .selectFrom('ledger_accounts')
    .innerJoin('ledger_entries', 'ledger_account_id', 'ledger_accounts.id')
    .innerJoin('ledger_transactions as came', 'came.id', 'ledger_entries.transaction_id')
    .innerJoin('payments', 'payments.id', 'came.payment_id')
    .leftJoin('ledger_transactions as returned', (join) =>
      join.on('returned.cause', '=', sql<string>`'reversal:payment:' || payments.id`),
    )
    .select(['payments.id', 'payments.customer_id', 'payments.amount_cents', 'payments.provider'])
    .select(['provider_ref', 'came.created_at as booked_at', 'returned.created_at as returned_at'])
    .where('ledger_accounts.kind', '=', 'suspense')
    .where('ledger_entries.amount_cents', '>', 0)

type UnclaimedRow = Awaited<ReturnType<ReturnType<typeof unclaimed>['executeTakeFirstOrThrow']>>

async function unclaimedWith(db: Database, paymentId: number): Promise<UnclaimedRow> {
  const row = await unclaimed(db).where('payments.id', '=', paymentId).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const wireOf = (row: UnclaimedRow): UnclaimedPaymentWire => ({
  id: row.id,
  customer_id: row.customer_id,
  amount_cents: Number(row.amount_cents),
  provider: row.provider,
  provider_ref: row.provider_ref,
  booked_at: row.booked_at.toISOString(),
  returned_at: row.returned_at?.toISOString() ?? null,
})
