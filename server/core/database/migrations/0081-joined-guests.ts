/** Which buyer's a guest's conversation is by now: what still names the guest (links in mails, replies that wait) leads there. */
import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table joined_guests (
    guest_id bigint primary key,
    account_id bigint not null references accounts (id) on delete cascade,
    customer_id bigint not null references customers (id) on delete cascade)`,
  'create index joined_guests_customer on joined_guests (customer_id)',
  'create index joined_guests_account on joined_guests (account_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
