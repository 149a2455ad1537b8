/** The row that a deleted account leaves behind, without its person: what sellers keep of it refers to this row. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column deleted_at timestamptz(3)`.execute(db)
}
