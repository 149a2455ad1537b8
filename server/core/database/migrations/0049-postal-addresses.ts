/** Where a company gets letters: the law wants it in every commercial mail. Null until it is entered, and no mail blast goes out without it. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column postal_address text`.execute(db)
}
