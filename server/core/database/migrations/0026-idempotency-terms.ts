/** What a call said that made an offer or a draft of a deal, as a digest: the rows change later, a repeat of the call does not. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['offers', 'properties'])
    await sql.raw(`alter table ${table} add column idempotency_terms text`).execute(db)
}
