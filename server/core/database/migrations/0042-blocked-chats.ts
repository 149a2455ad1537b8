/** When the seller stopped taking messages of a conversation. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chats add column blocked_at timestamptz(3)`.execute(db)
}
