/** With which signatures the stored files were last scanned for viruses. Null: not since they were stored. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['proofs_of_funds', 'corporate_documents', 'property_documents'])
    await sql.raw(`alter table ${table} add column scanned_with text`).execute(db)
}
