/** Opens the database: embedded PGlite in a data directory (or in memory), or a real Postgres when there is a URL. */
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { CompiledQuery, Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { installBoss } from '#server/jobs/install.ts'
import { breathingPlugin, createBreathe } from './breathe.ts'
import { lockDataDir } from './lock.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** What an embedded database must know before a migration can ask for it; a real Postgres has them in its packages. */
export const EXTENSIONS = { pg_trgm }

export interface OpenDatabase {
  db: Database
  kind: 'pglite' | 'postgres'
  migrate(): Promise<void>
  /** Several statements at once, on one connection. A transaction they began and did not end is rolled back. */
  runScript(statements: string): Promise<{ rows: unknown[] }>
  close(): Promise<void>
}

export interface DatabaseSettings {
  /** `postgres://…`; wins over `dataDir`. */
  url?: string
  /** Our own directory, or `memory://`. */
  dataDir?: string
  onProgress?: (line: string) => void
}

/** Rejects with `DataDirInUse`, or with a sentence that says what is wrong with the Postgres server. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  const onProgress = settings.onProgress ?? (() => {})
  if (settings.url) return openPostgres(settings.url, onProgress)
  const dataDir = settings.dataDir ?? IN_MEMORY
  if (dataDir === IN_MEMORY) return wrapPGlite(new PGlite({ extensions: EXTENSIONS }), onProgress)

  const lock = await lockDataDir(dataDir)
  onProgress(`opening the embedded database in ${dataDir}`)
  try {
    const pglite = await PGlite.create(join(dataDir, 'pg'), { extensions: EXTENSIONS })
    return wrapPGlite(pglite, onProgress, lock.release)
  } catch (error) {
    await lock.release()
    throw new Error(`The embedded database in ${dataDir} does not open. Its files may be damaged.`, {
      cause: error,
    })
  }
}

/** Also for tests, which start from a dump. `afterClose` runs when the files are no longer touched. */
export function wrapPGlite(
  pglite: PGlite,
  onProgress: (line: string) => void = () => {},
  afterClose: () => Promise<void> = async () => {},
): OpenDatabase {
  const breathe = createBreathe()
  const plugins = [breathingPlugin(breathe)]
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }), plugins })
  // Holding Kysely's one connection, so that nothing of a transaction that is open there gets in between.
  const runScript: OpenDatabase['runScript'] = (statements) =>
    onOneConnection(db, async () => ({ rows: (await pglite.exec(statements)).at(-1)?.rows ?? [] }))
  return {
    db,
    kind: 'pglite',
    migrate: () => migrateAll({ db, runScript }, onProgress),
    runScript,
    async close() {
      await db.destroy()
      // Kysely leaves an instance alone that it never used; an unclosed PGlite keeps the process alive.
      if (!pglite.closed) await pglite.close()
      await afterClose()
    },
  }
}

const IN_MEMORY = 'memory://'
const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5000
const OLDEST_VERSION = 150_000
const INT8 = 20

async function openPostgres(url: string, onProgress: (line: string) => void): Promise<OpenDatabase> {
  onProgress('connecting to PostgreSQL')
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  // Without a listener a connection that breaks while idle would end the process; the next query reconnects.
  pool.on('error', () => {})
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseOldPostgres(db)
  } catch (error) {
    await db.destroy()
    throw new Error(
      `PostgreSQL does not answer as needed: ${(error as Error).message}. Check DATABASE_URL.`,
      {
        cause: error,
      },
    )
  }
  // Without values the driver sends the text as it is, however many statements it holds.
  const runScript: OpenDatabase['runScript'] = (statements) =>
    onOneConnection(db, (connection) => connection.executeQuery(CompiledQuery.raw(statements)))
  return {
    db,
    kind: 'postgres',
    migrate: () => migrateAll({ db, runScript }, onProgress),
    runScript,
    close: () => db.destroy(),
  }
}

/** The job queue's tables too. Without them the server answers all the same, and tries again when it starts. */
async function migrateAll(
  database: Pick<OpenDatabase, 'db' | 'runScript'>,
  onProgress: (line: string) => void,
): Promise<void> {
  await migrate(database.db, onProgress)
  try {
    await installBoss(database)
  } catch (error) {
    onProgress(`the job queue has no tables yet: ${(error as Error).message}`)
  }
}

/** A connection is never given back in the middle of a transaction: whoever had it next would be in it. */
const onOneConnection = <T>(db: Database, work: (connection: Database) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    try {
      return await work(connection)
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })

async function refuseOldPostgres(db: Database): Promise<void> {
  const { rows } = await sql<{
    version: number
  }>`select current_setting('server_version_num')::int as version`.execute(db)
  const version = rows[0]?.version ?? 0
  if (version < OLDEST_VERSION) throw new Error(`version 15 or newer is needed, this is ${version}`)
}
