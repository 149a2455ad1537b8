/** When somebody looked at the deals, on whatever device. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table deal_visits (
      customer_id bigint primary key references customers (id) on delete cascade,
      -- The visit before the one that goes on.
      before_at timestamptz(3),
      last_at timestamptz(3) not null)`)
    .execute(db)
}
