/**
 * The double-entry ledger, in whole cents. A balance is the sum of an account's entries and kept nowhere. Whoever takes money from
 * a customer locks that customer's ledger accounts first, so that what was checked is still true when it is booked; a deferred
 * trigger of the database looks at both rules again when the transaction commits.
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Booking } from './booking.ts'
import { writeBookingNotification } from './payment-notifications.ts'

export interface Balances {
  wallet: number
  deposit: number
}

/** Locks the customer's ledger accounts until the transaction ends and says what is in them. Call it after a lock on a deposit. */
export async function lockBalances(trx: Database, customerId: number): Promise<Balances> {
  if ((await lockRows(trx, customerId)) < 2) {
    await openAccounts(trx, customerId)
    await lockRows(trx, customerId)
  }
  // A query of its own: one that waits for the lock would add up what was there before it waited.
  return balancesOf(trx, customerId)
}

/** By ledger_accounts_customer, always in the same order. */
async function lockRows(trx: Database, customerId: number): Promise<number> {
  const rows = await trx
    .selectFrom('ledger_accounts')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.length
}

async function openAccounts(trx: Database, customerId: number): Promise<void> {
  await trx
    .insertInto('ledger_accounts')
    .values([
      { kind: 'wallet', customer_id: customerId },
      { kind: 'deposit', customer_id: customerId },
    ])
    .onConflict((clash) =>
      clash.columns(['customer_id', 'kind']).where('customer_id', 'is not', null).doNothing(),
    )
    .execute()
}

/** By ledger_accounts_customer and ledger_entries_account, which holds the amounts. */
export async function balancesOf(db: Database, customerId: number): Promise<Balances> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .innerJoin('ledger_entries', 'ledger_account_id', 'ledger_accounts.id')
    .select(['kind', sql<number>`sum(amount_cents)::bigint`.as('cents')])
    .where('customer_id', '=', customerId)
    .groupBy('kind')
    .execute()
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.cents ?? 0)
  return { wallet: of('wallet'), deposit: of('deposit') }
}

/**
 * Moves money from one place to another. False when this cause was booked before. The customer's accounts are locked by the caller;
 * they exist after `lockBalances`. By ledger_transactions_cause and the unique indexes of ledger_accounts.
 */
export async function book(trx: Database, booking: Booking): Promise<boolean> {
  const { from, to, amountCents, customerId } = booking
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
    throw new Error(`${amountCents} is no amount of cents that can be booked.`)
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into ledger_transactions
        (kind, customer_id, description, offer_id, deposit_id, payment_id, withdrawal_id,
        cause, meta, created_at)
      values (${booking.kind}, ${customerId}, ${booking.description}, ${booking.offerId ?? null},
        ${booking.depositId ?? null}, ${booking.paymentId ?? null}, ${booking.withdrawalId ?? null}, ${booking.cause},
        ${booking.meta ? JSON.stringify(booking.meta) : null}::jsonb,
        coalesce(${booking.at ?? null}::timestamptz, clock_timestamp()))
      on conflict (cause) do nothing
      returning id)
    insert into ledger_entries (transaction_id, ledger_account_id, amount_cents)
    select made.id, account.id,
      case when account.kind = ${from} then -${amountCents}::bigint else ${amountCents}::bigint end
    from made, ledger_accounts as account
    where (account.kind in (${from}, ${to}))
      and (account.customer_id = ${customerId} or account.customer_id is null)
    returning id`.execute(trx)
  if (rows.length > 0) await writeBookingNotification(trx, booking)
  return rows.length > 0
}
