/** Browsers in which members of an account get notices, in the table that buyers have for it. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table push_devices
    alter column customer_id drop not null,
    add column member_id bigint references account_members (id) on delete cascade,
    add check (num_nonnulls(customer_id, member_id) = 1)`,
  'create index push_devices_member on push_devices (member_id, used_at desc) where member_id is not null',
]
