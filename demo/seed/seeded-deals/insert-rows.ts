/**
 * Puts rows into a table by one JSON array a batch, which the database unfolds: one parameter instead of one a cell. Arrays by
 * column were no faster; positional JSON was by a third, which is not worth spelling out every column's type.
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Row } from '../rows.ts'

/** All rows have the columns of the first. */
export async function insertRows(db: Database, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    db,
  )
}

/** So that the next row the server makes does not meet one that was put in with its id. */
export async function moveSequence(db: Database, table: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${sql.lit(table)}, 'id'), greatest(max(id), 1))
    from ${sql.table(table)}`.execute(db)
}
