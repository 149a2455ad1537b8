/** Indexes on tables that have rows. A plain CREATE INDEX stops every write to its table until it ends, so PostgreSQL builds them CONCURRENTLY. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

export interface TableIndex {
  name: string
  /** What follows ON, e.g. `messages (account_id, id desc) where not is_read`. */
  on: string
  isUnique?: boolean
}

/** For the transaction of a migration, in a database that nobody else uses yet. Keeps an index that exists. */
export async function createIndexes(db: Kysely<unknown>, indexes: readonly TableIndex[]): Promise<void> {
  for (const { name, on, isUnique } of indexes)
    await sql`create ${kindOf(isUnique)} if not exists ${sql.id(name)} on ${sql.raw(on)}`.execute(db)
}

/**
 * Outside of a transaction: reads and writes of the tables continue. Waits for transactions that are older than the build. A build that was
 * interrupted leaves an invalid index, which is dropped and built again.
 */
export async function buildIndexes(db: Kysely<Schema>, indexes: readonly TableIndex[]): Promise<void> {
  for (const index of indexes) await buildIndex(db, index)
}

async function buildIndex(db: Kysely<Schema>, { name, on, isUnique }: TableIndex): Promise<void> {
  const isValid = await validityOf(db, name)
  if (isValid) return
  const drop = () => sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
  if (isValid === false) await drop()
  try {
    await sql`create ${kindOf(isUnique)} concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(db)
  } catch (error) {
    // An invalid one is not used by reads but slows down writes, and a unique one refuses them.
    await drop().catch(() => {})
    throw error
  }
}

/** Null if there is no such index. */
async function validityOf(db: Kysely<Schema>, name: string): Promise<boolean | null> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${`"${name}"`})`.execute(db)
  return rows[0]?.isValid ?? null
}

const kindOf = (isUnique = false) => sql.raw(isUnique ? 'unique index' : 'index')
