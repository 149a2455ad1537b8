/** What a customer has: in the wallet, held as a deposit, and on its way. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { balancesOf } from './ledger.ts'

export interface Wallet {
  balanceCents: number
  depositCents: number
  /** Of payments whose end is not known yet. */
  pendingCents: number
}

export async function walletOf(db: Database, customerId: number): Promise<Wallet> {
  const { wallet, deposit } = await balancesOf(db, customerId)
  return { balanceCents: wallet, depositCents: deposit, pendingCents: await pendingOf(db, customerId) }
}

/** By payments_customer. */
async function pendingOf(db: Database, customerId: number): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['started', 'pending'])
    .executeTakeFirstOrThrow()
  return Number(row.cents)
}
