/** What a seller's team has done with a conversation: it is done, archived, or snoozed until a time. Open has none of these. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chats add column put_away text, add column snoozed_until timestamptz(3)`.execute(db)
}
