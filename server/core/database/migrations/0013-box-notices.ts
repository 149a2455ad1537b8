/**
 * A buy box says how often it is mailed about at most; until one is told otherwise, the notification preferences say it. And what
 * somebody waits for does not wait behind thousands of blasts and digests.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table buy_boxes alter column notify set default 'instant'`).execute(db)
  await sql
    .raw(
      `create index deliveries_first on deliveries (due_at, id)
        where state = 'waiting' and mail_type is null and type <> 'blast'`,
    )
    .execute(db)
  // Until now that is what it meant.
  await sql.raw(`update buy_boxes set notify = 'instant' where notify = 'daily'`).execute(db)
}
