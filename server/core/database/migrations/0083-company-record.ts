/** By what the public record of a company is found. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column registration_state text, add column ein text`.execute(db)
}
