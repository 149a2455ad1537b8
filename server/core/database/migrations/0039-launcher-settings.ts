/** How the launcher of a publishable key looks, and on which pages it appears. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table server_keys add column launcher jsonb not null default '{}'`.execute(db)
}
