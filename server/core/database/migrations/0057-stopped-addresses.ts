/** Addresses whose owners have asked that no company writes to them, as hashes. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stopped_addresses (
      hash text primary key,
      stopped_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db)
}
