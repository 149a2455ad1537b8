/** Addresses whose owners have asked that no company writes to them, as hashes, and the imported contacts by address. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stopped_addresses (
      hash text primary key,
      stopped_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db)
  await sql`create index account_buyers_contact on account_buyers (email) where customer_id is null`.execute(
    db,
  )
}
