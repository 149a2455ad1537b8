/** Identity checks of members of companies, beside those of buyers. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table identity_checks
    add column member_id bigint references account_members (id) on delete cascade,
    alter column customer_id drop not null`,
  // A check is of one person. The rows before this are all of buyers.
  `alter table identity_checks add constraint identity_checks_person
    check (num_nonnulls(customer_id, member_id) = 1) not valid`,
]
