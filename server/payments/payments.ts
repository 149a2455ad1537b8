/** The rows of payments: begun once per key, found by those who may see them. */
import type { Selectable } from 'kysely'
import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import type { PaymentsTable } from '#server/core/database/money-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { refuseOtherTerms } from '#server/core/http/idempotency.ts'
import { notFound, unauthenticated } from '#server/core/http/refusal.ts'

export type PaymentRow = Selectable<PaymentsTable>

export interface NewPayment {
  customerId: number
  purpose: PaymentRow['purpose']
  amountCents: number
  billingInfoId: number
  provider: string
  idempotencyKey: string
}

/**
 * In the caller's transaction. A repeat with the same key is the first payment; 409 if that was for something else. By payments_idempotency.
 */
export async function beginPayment(
  trx: Database,
  wanted: NewPayment,
): Promise<{ payment: PaymentRow; isNew: boolean }> {
  if (!(await holdCustomer(trx, wanted.customerId))) throw unauthenticated()
  const payment = await trx
    .insertInto('payments')
    .values({
      customer_id: wanted.customerId,
      purpose: wanted.purpose,
      amount_cents: wanted.amountCents,
      state: 'started',
      provider: wanted.provider,
      billing_info_id: wanted.billingInfoId,
      action: 'null',
      idempotency_key: wanted.idempotencyKey,
    })
    .onConflict((clash) => clash.columns(['customer_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (payment) return { payment, isNew: true }
  const first = await paymentWithKey(trx, wanted.customerId, wanted.idempotencyKey)
  if (!first) throw new Error('A payment whose key is taken is not there.')
  refuseOtherTerms(isSame(first, wanted))
  return { payment: first, isNew: false }
}

/** By payments_idempotency. */
export const paymentWithKey = (
  db: Database,
  customerId: number,
  key: string,
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/** A removed card has left the row, so it is not compared then. */
const isSame = (row: PaymentRow, wanted: NewPayment): boolean =>
  row.purpose === wanted.purpose &&
  Number(row.amount_cents) === wanted.amountCents &&
  (row.billing_info_id === null || row.billing_info_id === wanted.billingInfoId)

/** By primary key. 404 also for another's. */
export async function ownPayment(db: Database, customerId: number, paymentId: number): Promise<PaymentRow> {
  const row = await paymentById(db, paymentId)
  if (row?.customer_id !== customerId) throw notFound()
  return row
}

/** By primary key. */
export const paymentById = (db: Database, paymentId: number): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst()

/** By payments_ref. */
export const paymentByRef = (db: Database, provider: string, ref: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_ref', '=', ref)
    .executeTakeFirst()
