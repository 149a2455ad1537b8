/** A real PostgreSQL: separate connections for requests and for work, so that neither delays the other, and a watch over both. */
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { announceStatement } from './announce-statement.ts'
import { createDatabaseClock, type SetClock } from './clock.ts'
import {
  type Connections,
  MIGRATION_LIMITS,
  openConnections,
  type PoolLimits,
  REQUEST_LIMITS,
  steadyMs,
  WORK_LIMITS,
} from './connections.ts'
import { DatabaseAway, faultOf } from './faults.ts'
import { migrateAll } from './migrate.ts'
import { scriptsOn } from './one-connection.ts'
import type { DatabaseSettings, OpenDatabase } from './open-database.ts'
import type { Schema } from './schema.ts'
import { type Watch, watchPostgres } from './watch-postgres.ts'

const OLDEST_VERSION = 150_000
const TRY_AGAIN_MS = 1000
/** A waiting start logs again this often. */
const SAY_AGAIN_MS = 60_000

type Settings = Required<Pick<DatabaseSettings, 'url' | 'isPatient' | 'onProgress'>>

/** Rejects with a sentence that says what is wrong with the server. */
export async function openPostgres(settings: Settings): Promise<OpenDatabase> {
  const { url, onProgress } = settings
  onProgress('connecting to PostgreSQL')
  const clock = createDatabaseClock()
  let watch: Watch | null = null
  const isUp = () => watch?.isUp ?? true
  const [requests, work] = [openPool(url, REQUEST_LIMITS, isUp), openPool(url, WORK_LIMITS, isUp)]
  const closePools = () => Promise.all([requests.db.destroy(), work.db.destroy()])
  try {
    await whenThere(() => meet(requests.db, clock), settings)
  } catch (error) {
    await closePools()
    throw new Error(`PostgreSQL does not answer as needed: ${wordsOf(error)}. Check DATABASE_URL.`, {
      cause: error,
    })
  }
  const migrations = new Set<Connections>()
  const watched = () => [requests, work, ...migrations].flatMap((connections) => connections.all())
  const watching = watchPostgres({ url, clock, connections: watched })
  watch = watching
  return {
    db: requests.db,
    work: work.db,
    kind: 'postgres',
    clock,
    migrate: () => whenThere(() => migrateApart(settings, migrations), settings),
    runScript: scriptsOn(work.db),
    health: () => ({
      isUp: watching.isUp,
      isFull: false,
      droppedConnections: watching.dropped,
      pools: { requests: countsOf(requests.pool), work: countsOf(work.pool) },
    }),
    onChange: watching.onChange,
    async close() {
      // The watch ends last: without it nothing would drop a dead connection that the pool waits for.
      await closePools()
      await watching.stop()
    },
  }
}

/** While the server is known to be unreachable, nobody waits for a connection to it. */
function openPool(url: string, limits: PoolLimits, isUp = () => true) {
  const connections = openConnections(url, limits)
  const { pool } = connections
  const connect = () =>
    isUp() ? pool.connect() : Promise.reject(new DatabaseAway('PostgreSQL is unreachable.'))
  const dialect = new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } })
  return { ...connections, db: new Kysely<Schema>({ dialect, log: announceStatement }) }
}

const countsOf = (pool: { totalCount: number; idleCount: number; waitingCount: number }) => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

/** On a connection without limits, which is closed afterwards. */
async function migrateApart({ url, onProgress }: Settings, watched: Set<Connections>): Promise<void> {
  const { db, ...connections } = openPool(url, MIGRATION_LIMITS)
  watched.add(connections)
  try {
    await migrateAll({ db, runScript: scriptsOn(db), kind: 'postgres' }, onProgress)
  } finally {
    await db.destroy()
    watched.delete(connections)
  }
}

/** Rejects when the server is too old. */
async function meet(db: Kysely<Schema>, clock: SetClock): Promise<void> {
  const { rows } = await sql<{ version: number; now: string }>`
    select current_setting('server_version_num')::int as version,
      extract(epoch from clock_timestamp()) * 1000 as now`.execute(db)
  clock.set(Number(rows[0]?.now), steadyMs())
  const version = rows[0]?.version ?? 0
  if (version < OLDEST_VERSION) throw new Error(`version 15 or newer is needed, this is ${version}`)
}

/** Waits for a server that starts, restarts or is unreachable, if the caller allows. */
async function whenThere<T>(ask: () => Promise<T>, { isPatient, onProgress }: Settings): Promise<T> {
  let saidMs = Number.NEGATIVE_INFINITY
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!isPatient || faultOf(error) !== 'away') throw error
      if (steadyMs() - saidMs > SAY_AGAIN_MS) {
        onProgress(
          `PostgreSQL does not answer: ${wordsOf(error)}. Check DATABASE_URL. Trying until it does.`,
          'error',
        )
        saidMs = steadyMs()
      }
      await pause(TRY_AGAIN_MS)
    }
}

/** Node's error for a host with several addresses has a code and no message. */
const wordsOf = (error: unknown) => (error as Error).message || (error as { code?: string }).code
