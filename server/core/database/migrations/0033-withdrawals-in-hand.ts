/** Which member of staff has taken on a withdrawal: its owner can cancel it until then. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table withdrawals
      add column taken_by bigint references staff (id) on delete set null,
      add column taken_at timestamptz(3)`)
    .execute(db)
  // Of a noted transfer the money has left.
  await sql
    .raw(`update withdrawals set taken_by = proposed_by, taken_at = now()
      where state = 'requested' and reference is not null`)
    .execute(db)
}
