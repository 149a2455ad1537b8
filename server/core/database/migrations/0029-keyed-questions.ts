/** The `Idempotency-Key` of a question, an address request, a blast or a digest: sent again, it is the one that was made first. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table inquiries add column idempotency_key text',
  `create unique index inquiries_idempotency on inquiries (customer_id, idempotency_key) where idempotency_key is not null`,
  'alter table campaigns add column idempotency_key text, add column idempotency_terms text',
  `create unique index campaigns_idempotency on campaigns (account_id, idempotency_key) where idempotency_key is not null`,
]
