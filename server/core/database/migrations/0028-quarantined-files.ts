/** Files that no virus scanner has looked at yet, where a scan is required: stored, and handed to nobody until they are found clean. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['proofs_of_funds', 'corporate_documents', 'property_documents'])
    await sql.raw(`alter table ${table} add column is_quarantined boolean not null default false`).execute(db)
}
