/** Looks through the whole database for words, for tests of what a deletion leaves. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'

/** The tables that have these words in a row, but for what the embedded providers sent. `only`: by table, which of its rows count. */
export async function tablesWith(
  db: Database,
  words: RegExp,
  only: Readonly<Record<string, RawBuilder<boolean>>> = {},
): Promise<string[]> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'outbox'`.execute(db)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql`select * from ${sql.table(name)} where ${only[name] ?? sql`true`}`.execute(db)
    if (words.test(JSON.stringify(rows))) found.push(name)
  }
  return found
}
