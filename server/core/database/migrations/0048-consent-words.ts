/** The words that were agreed to, as they were shown. Null for a box that was unticked, and before this migration, when `text_version` names them. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sms_consents add column words text`.execute(db)
}
