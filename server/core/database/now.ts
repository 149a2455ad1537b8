/** The database's clock inside a statement: a machine's own clock is neither stored nor compared. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

export const NOW: RawBuilder<Date> = sql<Date>`now()`

/** Negative for a past time. */
export const fromNow = (ms: number): RawBuilder<Date> =>
  sql<Date>`now() + make_interval(secs => ${ms / 1000})`

/** For code outside of a statement that has no clock at hand. */
export async function nowMsOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select extract(epoch from now())::float8 * 1000 as ms`.execute(
    db,
  )
  return rows[0]?.ms ?? Number.NaN
}
