/** Whether a customer wants deals marked that they have seen. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column marks_seen_deals boolean not null default true`.execute(db)
}
