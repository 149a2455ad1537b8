/** Until when an owner may cancel the closing of a company, and when its data was deleted. Both null for a company that is open. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts
      add column closes_at timestamptz(3),
      add column closed_at timestamptz(3)`.execute(db)
}
