/** What comes while somebody's boxes are being matched anew is news to them all the same. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Deals that changed after this place in the order of changes had not been held against the boxes when these changed. So high: no change is waiting.
  `alter table matched_customers add column news_since bigint not null default 9007199254740991`,
]
