/**
 * Runs migrations while other nodes, also of the previous version, use the database. One node at a time migrates. On a database in use, each
 * migration is a transaction that waits for locks only briefly. The process may be killed at any point.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import type { OpenDatabase } from './open-database.ts'
import type { Schema } from './schema.ts'
import { buildIndexes, createIndexes, type TableIndex } from './table-indexes.ts'

/** Statements in a transaction, or nothing but indexes on tables of earlier migrations. */
export type SchemaMigration = Pick<Migration, 'up'> | { indexes: readonly TableIndex[] }

/** By name. `0050-contract-0047-…` removes what versions before migration 0047 use. */
export type SchemaMigrations = Readonly<Record<string, SchemaMigration>>

interface Run {
  migrations: SchemaMigrations
  onProgress: (line: string) => void
}

/** While a statement waits for its lock, every later statement on that table waits too. Clients give up after three seconds. */
const LOCK_WAIT = '1s'
const LOCK_RETRY_MS = 5000
const TURN_RETRY_MS = 200

/** Rejects with the error of the migration that failed. On a database in use, the migrations before it stay. */
export const runMigrations = ({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>, run: Run): Promise<void> =>
  db.connection().execute(async (connection) => {
    const before = await executedOn(connection)
    if (isDone(run, before)) return
    if (kind === 'pglite') return migrateAtOnce(connection, run, before)
    await waitForTurn(connection, run)
    try {
      const executed = await executedOn(connection)
      // Nobody uses an empty database yet.
      if (executed.length === 0) await migrateAtOnce(connection, run, executed)
      else await migrateInUse(connection, run, executed)
    } finally {
      await sql`select pg_advisory_unlock(${TURN})`.execute(connection).catch(() => {})
    }
  })

/** Exactly these have been executed. Kysely's own answer takes longer than all else that a start asks of a database. */
const isDone = ({ migrations }: Run, executed: readonly string[]): boolean =>
  executed.length === Object.keys(migrations).length && executed.every((name) => name in migrations)

const TURN = sql`hashtextextended('plat migrations', 0)`

/**
 * By asking again and again. A statement that waits for the lock would be a transaction that the build of an index waits for: a deadlock with
 * the node that has the lock.
 */
async function waitForTurn(db: Kysely<Schema>, { onProgress }: Run): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_lock(${TURN}) as "isMine"`.execute(db)
    if (rows[0]?.isMine) return
    if (isFirst) onProgress('another node migrates the database; waiting for it')
    await pause(TURN_RETRY_MS)
  }
}

async function executedOn(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return []
  const executed = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return executed.rows.map(({ name }) => name)
}

async function migrateAtOnce(db: Kysely<Schema>, run: Run, executed: readonly string[]): Promise<void> {
  report(await migratorOn(db, run, executed).migrateToLatest(), run)
}

async function migrateInUse(db: Kysely<Schema>, run: Run, executed: readonly string[]): Promise<void> {
  const migrator = migratorOn(db, run, executed)
  const pending = Object.entries(run.migrations).filter(([name]) => !executed.includes(name))
  for (const [name, migration] of pending)
    await untilFree(name, run, async () => {
      if ('indexes' in migration) await buildIndexes(db, migration.indexes)
      report(await migrator.migrateTo(name), run)
    })
}

/** Migrations of a newer version are known to Kysely by their names alone, or it would take them for a damaged history. */
function migratorOn(db: Kysely<Schema>, { migrations, onProgress }: Run, executed: readonly string[]) {
  const newer = executed.filter((name) => !(name in migrations))
  requireSupported(newer, Object.keys(migrations).at(-1) ?? '')
  if (newer.length > 0)
    onProgress(`a newer version has migrated the database (${newer.join(', ')}); this version can use it`)
  const known: Record<string, Migration> = Object.fromEntries(
    newer.map((name) => [name, { up: async () => {} }]),
  )
  for (const [name, migration] of Object.entries(migrations)) known[name] = asTransaction(migration)
  return new Migrator({ db, provider: { getMigrations: async () => known } })
}

const CONTRACT = /^\d{4}-contract-(\d{4})-/

/** Rejects a database from which a newer version removed what this one uses. */
function requireSupported(newer: readonly string[], newest: string): void {
  for (const name of newer) {
    const needed = CONTRACT.exec(name)?.[1] ?? ''
    if (needed > newest.slice(0, needed.length))
      throw new Error(
        `A newer version has removed what this version uses from the database (migration ${name}). Start a version that has migration ${needed} or newer, or restore the backup from before the upgrade.`,
      )
  }
}

const asTransaction = (migration: SchemaMigration): Migration => ({
  async up(db) {
    await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(db)
    if ('indexes' in migration) await createIndexes(db, migration.indexes)
    else await migration.up(db)
  },
})

function report({ error, results }: MigrationResultSet, { onProgress }: Run): void {
  if (error) throw error
  for (const { migrationName } of results ?? []) onProgress(`migrated ${migrationName}`)
}

/** `lock_not_available`, and a deadlock that was resolved by canceling the migration. */
const HELD_UP: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

async function untilFree(name: string, { onProgress }: Run, work: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!HELD_UP.has((error as { code?: unknown }).code)) throw error
      onProgress(
        `migration ${name} waits for a table that another transaction uses; trying again in ${LOCK_RETRY_MS / 1000} s`,
      )
      await pause(LOCK_RETRY_MS)
    }
}
