/** Whether this node should get requests: its database answers and it is not closing. Also says what else is wrong. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isClockWrong, wordsOfOffset } from '#server/core/database/clock.ts'
import type { Database } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { SPACE_MIN_BYTES } from '#server/core/free-space.ts'
import { RETRY_AFTER_S } from './refusal.ts'

const PATIENCE_MS = 2000
/** A write without space is reported for this long: the disk may be PostgreSQL's, which this process cannot check. */
const FULL_FOR_MS = 60_000
const STORAGE_FULL = 507

interface HealthDeps {
  database: Pick<OpenDatabase, 'db' | 'health' | 'clock'>
  /** A store without a limit has no `freeBytes`. */
  files: { freeBytes?(): Promise<number | null> }
  /** It still answers everything, but wants nothing new. */
  isLeaving(): boolean
  /** Of the bus between nodes; null if there is none. */
  busState(): 'ok' | 'unreachable' | null
}

export function registerHealth(
  app: FastifyInstance,
  { database, files, isLeaving, busState }: HealthDeps,
): void {
  let fullAtMs = Number.NEGATIVE_INFINITY
  app.addHook('onResponse', async (_request, reply) => {
    if (reply.statusCode === STORAGE_FULL) fullAtMs = performance.now()
  })
  const isFull = async () => {
    if (database.health().isFull || performance.now() - fullAtMs < FULL_FOR_MS) return true
    return ((await files.freeBytes?.()) ?? SPACE_MIN_BYTES) < SPACE_MIN_BYTES
  }
  app.get('/healthz', { schema: { hide: true }, config: { rateLimit: false } }, async (_request, reply) => {
    if (isLeaving()) {
      reply.code(503).header('Retry-After', RETRY_AFTER_S)
      return { status: 'leaving' }
    }
    const bus = busState()
    // A database known to be unreachable is not asked, or probes would queue with requests.
    if (!database.health().isUp || !(await answers(database.db))) {
      reply.code(503).header('Retry-After', RETRY_AFTER_S)
      return { status: 'unavailable', database: 'unreachable', ...(bus && { bus }) }
    }
    // The node still serves requests with these, so a proxy must not take it for dead.
    const lacks = {
      ...(isClockWrong(database.clock) ? { clock: wordsOfOffset(database.clock) } : {}),
      ...((await isFull()) ? { disk: 'full' } : {}),
    }
    const isWell = Object.keys(lacks).length === 0 && bus !== 'unreachable'
    return { status: isWell ? 'ok' : 'degraded', database: 'ok', ...(bus && { bus }), ...lacks }
  })
  // A supervisor restarts a process that does not answer this. It asks no database: a restart would not bring that back.
  app.get('/livez', { schema: { hide: true }, config: { rateLimit: false } }, async () => ({ status: 'ok' }))
}

async function answers(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const isWell = await Promise.race([asked, late])
  clearTimeout(timer)
  return isWell
}
