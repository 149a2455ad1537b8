/** What a seller pays for the house of a deal. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table properties add column contract_price integer`.execute(db)
}
