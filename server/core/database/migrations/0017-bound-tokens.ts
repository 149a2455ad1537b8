/** A bearer of the messenger may be made for the conversation with one account. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table access_tokens add column account_id bigint references accounts (id) on delete cascade')
    .execute(db)
}
