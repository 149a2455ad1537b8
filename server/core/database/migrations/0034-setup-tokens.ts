/** Tokens of the addresses where the first member of staff is made. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table setup_tokens (
      -- sha256 of the token.
      token_hash bytea primary key,
      expires_at timestamptz(3) not null)`)
    .execute(db)
}
