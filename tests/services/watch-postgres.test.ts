/** The watch over the connections to PostgreSQL: it gives up those that are dead, and no statement that the server works on. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consumeLink, makeLink } from '#server/accounts/login/mail-links.ts'
import { findToken, forgetExpiredTokens } from '#server/accounts/login/tokens.ts'
import { createDatabaseClock, type SetClock } from '#server/core/database/clock.ts'
import {
  type Connections,
  openConnections,
  REQUEST_LIMITS,
  WORK_LIMITS,
} from '#server/core/database/connections.ts'
import { faultOf } from '#server/core/database/faults.ts'
import { type Database, openDatabase } from '#server/core/database/open.ts'
import { WATCH_TIMING, type Watch, watchPostgres } from '#server/core/database/watch-postgres.ts'
import { type ChaosProxy, startChaosProxy } from '#tests/support/chaos-proxy.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { peopleOf } from '#tests/support/server.ts'

/** Everything some ten times faster than in production. */
const TIMING = { lookMs: 50, dialMs: 500, answerMs: 300, silentMs: 300 }
const LIMITS = {
  ...WORK_LIMITS,
  dialMs: 500,
  statementMs: 2000,
  lockMs: 200,
  idleInTransactionMs: 400,
  patienceMs: 0,
}

const url = process.env.TEST_DATABASE_URL ?? ''
let line: ChaosProxy
/** Over the line, and around it. */
let far: Connections
let near: Connections
let clock: SetClock
let watch: Watch

beforeEach(async () => {
  line = await startChaosProxy(url)
  far = openConnections(line.through(url), LIMITS)
  near = openConnections(url, LIMITS)
  clock = createDatabaseClock()
  watch = watchPostgres({
    url: line.through(url),
    clock,
    timing: TIMING,
    connections: () => [...far.all(), ...near.all()],
  })
})
afterEach(async () => {
  line.set({ mode: 'pass' })
  await Promise.all([far.pool.end(), near.pool.end()])
  await watch.stop()
  await line.close()
})

async function ask({ pool }: Connections, text: string) {
  const client = await pool.connect()
  try {
    return await client.query(text)
  } finally {
    client.release()
  }
}

const one = async (connections: Connections) => (await ask(connections, 'select 1 as one')).rows[0].one

/** What a statement ends with, or null while it has not. */
function outcomeOf(statement: Promise<unknown>) {
  const outcome: { error: unknown; isOver: boolean } = { error: null, isOver: false }
  statement.then(
    () => {
      outcome.isOver = true
    },
    (error: unknown) => {
      outcome.error = error
      outcome.isOver = true
    },
  )
  return outcome
}

test('of two silent statements the dead one is given up, and the one that the server works on ends by itself', async () => {
  const alive = ask(near, 'select pg_sleep(1.5)')
  const dead = outcomeOf(ask(far, 'select pg_sleep(0.01) from pg_sleep(0.3)'))
  await expect.poll(() => far.all().length).toBe(1)
  await expect.poll(() => far.all()[0]?.silentSinceMs()).not.toBeNull()
  line.set({ mode: 'black-hole' })
  line.set({ mode: 'pass' })
  await expect.poll(() => dead.isOver).toBe(true)
  expect(faultOf(dead.error)).toBe('away')
  expect(await one(far)).toBe(1)
  await alive
  expect(watch.isUp).toBe(true)
})

test('connections that rest are given up with the watch’s own, so that nobody finds out by waiting', async () => {
  await Promise.all([one(far), one(far), one(far)])
  expect(far.pool.idleCount).toBe(3)
  // A connection that answered while the watch was looking, or dialing, counts as alive.
  const looked = vi.spyOn(clock, 'set')
  await expect.poll(() => looked.mock.calls.length).toBeGreaterThan(1)
  line.set({ mode: 'black-hole' })
  line.set({ mode: 'pass' })
  await expect.poll(() => far.pool.totalCount).toBe(0)
  expect(await one(far)).toBe(1)
})

test('a connection that is dialed into silence is given up at once, however long its caller would wait for a free one', async () => {
  line.set({ mode: 'black-hole' })
  const dead = outcomeOf(ask(far, 'select 1'))
  await expect.poll(() => dead.isOver).toBe(true)
  expect(faultOf(dead.error)).toBe('away')
  line.set({ mode: 'pass' })
  expect(await one(far)).toBe(1)
})

test('says when the server goes out of reach and when it is back', async () => {
  const changes: boolean[] = []
  watch.onChange((isUp) => changes.push(isUp))
  line.set({ mode: 'black-hole' })
  await expect.poll(() => watch.isUp).toBe(false)
  line.set({ mode: 'pass' })
  await expect.poll(() => watch.isUp).toBe(true)
  line.set({ mode: 'cut' })
  await expect.poll(() => watch.isUp).toBe(false)
  line.set({ mode: 'pass' })
  await expect.poll(() => watch.isUp).toBe(true)
  expect(changes).toEqual([false, true, false, true])
})

test('connections that get too old are replaced while statements go on, and none of those fails', async () => {
  const young = openConnections(url, { ...LIMITS, maxAgeS: 0.1 })
  const pidOf = async (text: string) => (await ask(young, text)).rows[0].pid as number
  const pids = new Set<number>()
  let isOver = false
  const write = async () => {
    while (!isOver) pids.add(await pidOf('select pg_backend_pid() as pid'))
  }
  const writing = Promise.all([write(), write(), write()])
  // Older than that before it has its answer.
  const long = pidOf('select pg_backend_pid() as pid from pg_sleep(0.5)')
  await Promise.race([writing, expect.poll(() => pids.size).toBeGreaterThan(3 * LIMITS.max)])
  const longPid = await long
  isOver = true
  await writing
  // Also those that rest, and the one with the long statement.
  await expect.poll(() => young.all()).toEqual([])
  expect(await pidOf('select pg_backend_pid() as pid')).not.toBe(longPid)
  await young.pool.end()
})

test('a transaction whose client went silent lets go of its locks', async () => {
  await ask(near, 'create table if not exists held_by_a_dead_client (id integer primary key)')
  await ask(near, 'insert into held_by_a_dead_client values (1) on conflict do nothing')
  const client = await far.pool.connect()
  await client.query('begin')
  await client.query('select 1 from held_by_a_dead_client where id = 1 for update')
  line.set({ mode: 'black-hole' })
  const refused = outcomeOf(ask(near, 'select 1 from held_by_a_dead_client for update'))
  await expect.poll(() => refused.isOver).toBe(true)
  // Nobody waits for a lock for ever, and so many are free again soon.
  expect([faultOf(refused.error), (refused.error as { code?: string }).code]).toEqual(['away', '55P03'])
  const take = () =>
    ask(near, 'select 1 from held_by_a_dead_client for update').then(
      ({ rowCount }) => rowCount,
      () => null,
    )
  await expect.poll(take).toBe(1)
  client.release(true)
  await ask(near, 'drop table held_by_a_dead_client')
})

test.each(['select 1', 'begin'])(
  'a connection to a primary that became a standby is dropped after "%s", and the next statement gets another one',
  async (first) => {
    const pidOf = async () => (await ask(near, 'select pg_backend_pid() as pid')).rows[0].pid
    const before = await pidOf()
    // As a standby answers, for this session alone.
    await ask(near, 'set default_transaction_read_only = on')
    const client = await near.pool.connect()
    await client.query(first)
    const failed = (statement: string) => client.query(statement).catch((reason: unknown) => reason)
    const error = await failed('create table refused (id integer)')
    expect([faultOf(error), (error as { code?: string }).code]).toEqual(['away', '25006'])
    expect(faultOf(await failed('rollback'))).toBe('away')
    client.release()
    expect(await pidOf()).not.toBe(before)
  },
)

test('a statement that takes too long is ended by the server', async () => {
  const error = await ask(near, 'select pg_sleep(30)').catch((reason: unknown) => reason)
  expect([faultOf(error), (error as { code?: string }).code]).toEqual(['away', '57014'])
})

test('a server that is back is found within 5 s, and a connection that went silent is given up within 15 s', () => {
  const { lookMs, dialMs, answerMs, silentMs } = WATCH_TIMING
  // A look that hangs, the pause after it, and the one that finds the server.
  expect(dialMs + lookMs).toBeLessThan(5000)
  // The watch's own is dead too; then two looks after each other find no work of one that has been silent for so long.
  expect(answerMs + dialMs + silentMs + 2 * (lookMs + answerMs)).toBeLessThan(15_000)
  // What was dialed into the silence just before its end.
  for (const limits of [REQUEST_LIMITS, WORK_LIMITS]) expect(limits.dialMs).toBeLessThanOrEqual(5000)
})

test('requests have seconds, work has minutes, as docs/operations.md says', async () => {
  const database = await openDatabase({ url })
  const limitsOf = async (db: Database) =>
    (
      await sql<object>`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('tcp_keepalives_idle') as alive`.execute(
        db,
      )
    ).rows[0]
  expect(await limitsOf(database.db)).toEqual({ statement: '10s', lock: '5s', idle: '10s', alive: '30' })
  expect(await limitsOf(database.work)).toEqual({
    statement: '10min',
    lock: '1min',
    idle: '1min',
    alive: '30',
  })
  expect([REQUEST_LIMITS.maxAgeS, WORK_LIMITS.maxAgeS]).toEqual([1800, 1800])
  await database.close()
})

test('the clock is the server’s, whatever this machine’s says', async () => {
  const ahead = createDatabaseClock(() => Date.now() + 3 * 86_400_000)
  const other = watchPostgres({ url, clock: ahead, timing: TIMING, connections: () => [] })
  await expect.poll(() => Math.round(ahead.offsetMs() / 1000)).toBe(3 * 86_400)
  const { rows } = await ask(near, 'select extract(epoch from clock_timestamp()) * 1000 as now')
  // Three days away from this machine's; a busy one learns it seconds late.
  expect(Math.abs(ahead.now() - Number(rows[0].now))).toBeLessThan(3_600_000)
  await other.stop()
})

test('sessions and mail links last as long by the server’s clock on a machine that is three days ahead', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const { id, email, token } = await peopleOf({ database }).addCustomer()
  const link = { purpose: 'login', person: { kind: 'customer', id }, email, lifetimeMs: 60_000 } as const
  const fresh = await makeLink(db, link)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 })
  try {
    const old = await makeLink(db, { ...link, lifetimeMs: -60_000 })
    await forgetExpiredTokens(db, 90)
    expect(await findToken(db, token)).toMatchObject({ principal_id: id })
    expect(await consumeLink(db, { purpose: 'login', token: fresh })).toEqual({ ownerId: id })
    expect(await consumeLink(db, { purpose: 'login', token: old })).toBeUndefined()
  } finally {
    vi.useRealTimers()
    await database.close()
  }
})
