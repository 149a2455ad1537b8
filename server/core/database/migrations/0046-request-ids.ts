/** The id of the request that caused what is done later, for the log. In a deal, of its latest change. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['properties', 'campaigns', 'deliveries', 'webhook_deliveries'])
    await sql`alter table ${sql.table(table)} add column request_id text`.execute(db)
}
