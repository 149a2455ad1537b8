/** Which proofs of funds a seller counts: once somebody has reviewed them, or as soon as they are uploaded. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table accounts add column proof_rule text not null default 'reviewed'
      check (proof_rule in ('uploaded', 'reviewed'))`)
    .execute(db)
}
