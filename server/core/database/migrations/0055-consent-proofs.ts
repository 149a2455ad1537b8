/** How and when each imported buyer agreed to emails and texts, and their phone. A row without proofs has what `has_consent` says. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_buyers add column phone text, add column consents jsonb not null default '{}'`.execute(
    db,
  )
}
