/** The ledger as staff read it, the latest first: a booking can be older than those written before it. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index ledger_transactions_time on ledger_transactions (created_at desc, id desc)')
    .execute(db)
}
