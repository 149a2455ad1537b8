/** Files of a step to the closing also come from the seller (checklist OFR-40). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table corporate_documents add column is_from_seller boolean not null default false`.execute(
    db,
  )
}
