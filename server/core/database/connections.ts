/**
 * A pool of connections to PostgreSQL with limits for its statements. It knows since when each connection waits for an answer,
 * so that `watch-postgres.ts` can drop dead ones: TCP alone notices them only after many minutes.
 */
import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseAway, STANDBY } from './faults.ts'
import { NamingClient } from './named-statements.ts'

export interface PoolLimits {
  max: number
  /** How long a caller waits for a free or new connection. */
  waitMs: number
  /** How long a new connection may take. One that is dialed into silence is known to nobody who could drop it. */
  dialMs: number
  statementMs: number
  lockMs: number
  /** A transaction whose client went silent holds its locks no longer than this. */
  idleInTransactionMs: number
  /** How long a statement waits for an unreachable server. A short outage heals by itself. */
  patienceMs: number
  /** A connection that is older is replaced when it is idle: the DNS name or a load balancer may point elsewhere now. */
  maxAgeS: number
}

const HALF_AN_HOUR_S = 1800
const DIAL_MS = 5000

/** For requests. Clients give up after three seconds (spec section 7), so nobody waits for anything slower than this. */
export const REQUEST_LIMITS: PoolLimits = {
  max: 10,
  waitMs: 5000,
  dialMs: DIAL_MS,
  statementMs: 10_000,
  lockMs: 5000,
  idleInTransactionMs: 10_000,
  patienceMs: 0,
  maxAgeS: HALF_AN_HOUR_S,
}

/** Jobs, scheduled work, imports, exports and long reads. */
export const WORK_LIMITS: PoolLimits = {
  max: 5,
  waitMs: 60_000,
  dialMs: DIAL_MS,
  statementMs: 600_000,
  lockMs: 60_000,
  idleInTransactionMs: 60_000,
  patienceMs: 5000,
  maxAgeS: HALF_AN_HOUR_S,
}

/** Migrations: one may rewrite a table, and the nodes of a new version wait for the first one's. Zero is no limit. */
export const MIGRATION_LIMITS: PoolLimits = {
  max: 1,
  waitMs: 10_000,
  dialMs: DIAL_MS,
  statementMs: 0,
  lockMs: 0,
  idleInTransactionMs: 0,
  patienceMs: 5000,
  maxAgeS: HALF_AN_HOUR_S,
}

export interface Connection {
  /** Process id of the backend at the server. */
  readonly pid: number
  /** When it started to wait for its current answer, or received the last part of it; null while it waits for none. */
  silentSinceMs(): number | null
  /** In the pool and unused. */
  readonly isIdle: boolean
  /** When its last statement ended. */
  readonly answeredAtMs: number
  readonly patienceMs: number
  /** Breaks it: its statement rejects with the error, and the pool opens another one. */
  drop(error: Error): void
}

export interface Connections {
  /** Its clients are used with promises, never with callbacks, and not through the pool itself: only then are they tracked. */
  readonly pool: pg.Pool
  all(): Connection[]
}

/** Monotonic milliseconds. */
export const steadyMs = () => performance.now()

const INT8 = 20
const KEEP_ALIVE_MS = 10_000

export function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: VALUE_TYPES,
  }
}

/** Without it, `bigint` would be a text. */
export const VALUE_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

export function openConnections(url: string, limits: PoolLimits): Connections {
  const connections = new Map<pg.Client, TrackedConnection>()
  const pool = new pg.Pool({
    ...connectionSettings(url),
    Client: clientThatDials(limits),
    max: limits.max,
    connectionTimeoutMillis: limits.waitMs,
    maxLifetimeSeconds: limits.maxAgeS,
    onConnect: async (client) => {
      const connection = trackConnection(client as pg.Client, limits)
      connections.set(client as pg.Client, connection)
      client.once('end', () => connections.delete(client as pg.Client))
      connection.pid = await setUp(client, limits)
    },
  })
  // A broken connection tells its statement and its pool. An 'error' event without a listener would end the process.
  pool.on('error', () => {})
  pool.on('acquire', (client) => connections.get(client)?.taken(true))
  pool.on('release', (_error, client) => connections.get(client)?.taken(false))
  return { pool, all: () => [...connections.values()] }
}

/** A pool gives its clients its own time-out, which is that of a caller who waits for a free connection. */
const clientThatDials = ({ dialMs }: PoolLimits) =>
  class extends NamingClient {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: dialMs })
    }
  }

/** By a statement and not in the startup packet, which poolers reject. The keep-alives are the server's: it too must detect dead clients. */
async function setUp(client: pg.ClientBase, limits: PoolLimits): Promise<number> {
  const settings: Record<string, number> = {
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
  }
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  const { rows } = await client.query<{ pid: number }>(`select pg_backend_pid() as pid, ${set.join(', ')}`)
  return rows[0]?.pid ?? 0
}

interface TrackedConnection extends Connection {
  pid: number
  taken(isTaken: boolean): void
}

function trackConnection(client: pg.Client, { patienceMs }: PoolLimits): TrackedConnection {
  // Also while it is in use: the pool listens only to idle ones.
  client.on('error', () => {})
  const bytes = () => (client.connection.stream as Socket).bytesRead
  let [asked, askedAtMs, answeredAtMs, isTaken] = [0, 0, steadyMs(), true]
  // Read on demand: parts of a long answer count too.
  let [heardBytes, heardAtMs] = [0, 0]
  const silentSinceMs = () => {
    if (asked === 0) return null
    if (bytes() !== heardBytes) [heardBytes, heardAtMs] = [bytes(), steadyMs()]
    return Math.max(askedAtMs, heardAtMs)
  }
  const drop = (error: Error) => void client.connection.stream.destroy(error)
  const ask = client.query.bind(client) as (...question: unknown[]) => Promise<unknown>
  const answered = () => {
    asked -= 1
    answeredAtMs = steadyMs()
  }
  client.query = ((...question: unknown[]) => {
    if (asked === 0) askedAtMs = steadyMs()
    asked += 1
    const answer = ask(...question)
    answer.then(answered, (error: unknown) => {
      answered()
      if ((error as { code?: unknown }).code === STANDBY) drop(new DatabaseAway('PostgreSQL is a standby.'))
    })
    return answer
  }) as typeof client.query
  return {
    pid: 0,
    patienceMs,
    silentSinceMs,
    get isIdle() {
      return !isTaken
    },
    get answeredAtMs() {
      return answeredAtMs
    },
    drop,
    taken(now) {
      isTaken = now
    },
  }
}
