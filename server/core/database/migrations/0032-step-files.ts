/** Which step to the closing a document of an offer is of (checklist OFR-40). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table corporate_documents add column step text check (step in
      ('contract_signed', 'title_opened', 'escrow_opened', 'inspection', 'funded', 'closed'))`)
    .execute(db)
}
