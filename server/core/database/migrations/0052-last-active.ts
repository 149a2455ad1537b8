/** When a customer was last active. Customers from before this migration count as active at the time it runs. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers
    add column last_active_at timestamptz(3) not null default now(),
    add column inactive_noticed_at timestamptz(3)`.execute(db)
}
