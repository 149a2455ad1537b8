/** Opens the database: embedded PGlite in a data directory (or in memory), or a real Postgres when there is a URL. */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely'
import pg from 'pg'
import { freeBytesOf } from '#server/core/free-space.ts'
import { requireWritable } from '#server/core/require-writable.ts'
import { announceStatement } from './announce-statement.ts'
import { findDamage } from './check-pages.ts'
import { ownClock } from './clock.ts'
import { VALUE_TYPES } from './connections.ts'
import { layEmptyDatabase } from './empty-database.ts'
import { lockDataDir } from './lock.ts'
import { migrateAll } from './migrate.ts'
import { NamingClient } from './named-statements.ts'
import { onOneConnection, scriptsOn } from './one-connection.ts'
import type { DatabaseSettings, OpenDatabase } from './open-database.ts'
import { guardPGlite, type PGliteGuard } from './pglite-guard.ts'
import { PGliteStream } from './pglite-stream.ts'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** What an embedded database must know before a migration can ask for it; a real Postgres has them in its packages. */
export const EXTENSIONS = { pg_trgm }

/** PGlite's own default takes 128 MB for each database; reads of 57,120 deals were no slower with this. */
const PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

export const PGLITE_OPTIONS = { extensions: EXTENSIONS, startParams: PARAMETERS }

/** Rejects with `DataDirInUse`, or with a sentence that says what is wrong with the Postgres server. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  const onProgress = settings.onProgress ?? (() => {})
  if (settings.url)
    return openPostgres({ url: settings.url, isPatient: settings.isPatient ?? false, onProgress })
  const dataDir = settings.dataDir ?? IN_MEMORY
  if (dataDir === IN_MEMORY) return wrapPGlite(new PGlite(PGLITE_OPTIONS), onProgress)

  await requireWritable(dataDir, 'PLAT_DATA')
  await requireSpace(dataDir)
  const lock = await lockDataDir(dataDir)
  onProgress(`opening the embedded database in ${dataDir}`)
  try {
    const pglite = await openPGlite(dataDir)
    const guard = guardPGlite(pglite, { directory: dataDir, onFatal: settings.onFatal ?? (() => {}) })
    return wrapPGlite(pglite, onProgress, { guard, afterClose: lock.release })
  } catch (error) {
    await lock.release()
    throw error
  }
}

const OPEN_MIN_BYTES = 32 * 1024 * 1024
const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/** With less space an embedded database cannot even open: it writes to its log first. */
export async function requireSpace(dataDir: string): Promise<void> {
  const free = await freeBytesOf(dataDir)
  if (free !== null && free < OPEN_MIN_BYTES)
    throw new Error(
      `The disk of the data directory ${dataDir} has ${megabytes(free)} left; the embedded database needs ${megabytes(OPEN_MIN_BYTES)} to open.`,
    )
}

/** Rejects with a sentence if the files are damaged, before anything is answered from them. */
async function openPGlite(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'pg')
  let pglite: PGlite
  await layEmptyDatabase(folder)
  try {
    pglite = await PGlite.create(folder, PGLITE_OPTIONS)
  } catch (error) {
    throw new Error(damagedWords(dataDir, 'it does not open'), { cause: error })
  }
  const damage = await findDamage(folder)
  if (!damage) return pglite
  await pglite.close()
  throw new Error(damagedWords(dataDir, `page ${damage.page} of ${damage.file} does not match its checksum`))
}

const damagedWords = (dataDir: string, what: string) =>
  `The embedded database in ${dataDir} is damaged: ${what}. Restore a backup of this folder.`

interface OnDisk {
  guard: PGliteGuard
  /** Runs when the files are no longer used. */
  afterClose(): Promise<void>
}

/** Also for tests, which start from a dump in memory. */
export function wrapPGlite(
  pglite: PGlite,
  onProgress: (line: string) => void = () => {},
  onDisk?: OnDisk,
): OpenDatabase {
  const guard = onDisk?.guard
  const yieldEventLoop = createYieldEventLoop()
  const plugins = [breathingPlugin(yieldEventLoop)]
  const dialect = new PostgresDialect({ pool: onlyConnection(pglite, guard) })
  const db = new Kysely<Schema>({ dialect, plugins, log: announceStatement })
  const runScript = scriptsOn(db)
  return {
    db,
    work: db,
    kind: 'pglite',
    clock: ownClock,
    async migrate() {
      await migrateAll({ db, runScript, kind: 'pglite' }, onProgress)
      guard?.start(runScript)
    },
    runScript,
    health: () => ({
      isUp: !pglite.closed && !guard?.fatal,
      isFull: guard?.isFull ?? false,
      droppedConnections: { busy: 0, idle: 0 },
      pools: {},
    }),
    onChange: () => {},
    // Holding the only connection: nothing is half done then.
    dump: () => onOneConnection(db, async () => (await pglite.dumpDataDir('none')).arrayBuffer()),
    async close() {
      guard?.stop()
      // A stopped one would never finish closing.
      if (!guard?.fatal) await db.destroy()
      // An unclosed PGlite keeps the process alive.
      if (!guard?.fatal && !pglite.closed) await pglite.close()
      await onDisk?.afterClose()
    },
  }
}

/** The same driver as for PostgreSQL. A new connection forgets the statements of the one before, which PGlite keeps. */
function onlyConnection(pglite: PGlite, guard: PGliteGuard | undefined): pg.Pool {
  const Client = class extends NamingClient {
    constructor() {
      super(
        { stream: () => new PGliteStream(pglite, guard?.ask), ssl: false, types: VALUE_TYPES },
        { hasOwnSchema: true },
      )
      const ask = this.query.bind(this) as (...question: unknown[]) => Promise<unknown>
      if (guard)
        this.query = ((...question: unknown[]) => ask(...question).catch(guard.rethrow)) as typeof this.query
    }
  }
  const pool = new pg.Pool({
    Client,
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: (client) => client.query('deallocate all'),
  })
  // Its statement tells the caller. An 'error' event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

const IN_MEMORY = 'memory://'

/** Longer than this nobody asks on before those have had their turn who came meanwhile. */
const TURN_MS = 10

/**
 * Yields to the event loop between queries of the embedded database. It answers within the same turn, so a caller with many queries in
 * a row, in the background too, would keep every request waiting until the last answer.
 */
function createYieldEventLoop(now: () => number = () => performance.now()): () => Promise<void> {
  let turnedMs = Number.NEGATIVE_INFINITY
  let turning: Promise<void> | null = null
  return async () => {
    if (now() - turnedMs < TURN_MS) return
    turning ??= nextTurn().then(() => {
      turnedMs = now()
      turning = null
    })
    await turning
  }
}

/** After each answer, in a transaction too. */
const breathingPlugin = (yieldEventLoop: () => Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    await yieldEventLoop()
    return result
  },
})
