/** Companies that ask imported contacts to confirm, what waits for that, and who was asked. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column has_double_opt_in boolean not null default false`.execute(db)
  await sql`alter table account_buyers add column unconfirmed jsonb not null default '{}'`.execute(db)
  await sql`
    create table confirmation_requests (
      account_id bigint not null references accounts (id) on delete cascade,
      hash text not null,
      asked_at timestamptz(3) not null default clock_timestamp(),
      accepts boolean,
      primary key (account_id, hash)
    )`.execute(db)
}
