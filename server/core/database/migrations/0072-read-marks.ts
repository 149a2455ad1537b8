/** Companies that do not show buyers when their messages were read. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column shows_read_marks boolean not null default true`.execute(db)
}
