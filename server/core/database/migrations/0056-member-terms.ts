/** Which version of the terms of service a seller's person has accepted, and when: as for buyers. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_members
      add column terms_version text,
      add column terms_accepted_at timestamptz(3)`.execute(db)
}
