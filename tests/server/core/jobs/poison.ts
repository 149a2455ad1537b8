/** Makes the database refuse what is written to one row, as a damaged row, a full column or a bug would. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'

export interface Trap {
  /** The row can be written again. */
  heal(): Promise<void>
}

/** `when` is asked of `new` and, of an update, `old`; in SQL, e.g. `new.id = 7`. */
export async function trap(
  db: Database,
  { table, on, when }: { table: string; on: 'insert' | 'update'; when: string },
): Promise<Trap> {
  const name = `poison_${table}`
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$
        begin raise exception 'the row is poisoned' using errcode = 'data_exception'; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger ${name} before ${on} on ${table} for each row when (${when}) execute function ${name}()`,
    )
    .execute(db)
  return {
    heal: async () => void (await sql.raw(`drop function ${name}() cascade`).execute(db)),
  }
}
