/**
 * Two servers as processes of their own on one PostgreSQL and one Redis, over lines that misbehave: how soon each serves again after
 * its database comes back, after connections went silent, and how soon live events cross again after Redis went silent.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#server/core/database/open.ts'
import { type Pair, pairsOn } from '#tests/services/people.ts'
import { type ChaosProxy, startChaosProxy } from '#tests/support/chaos-proxy.ts'
import { type NodeProcess, startNodeProcess } from '#tests/support/node-process.ts'
import { measureBus } from './outage-bus.ts'
import { measureSlowHeaders, measureSocket } from './outage-client.ts'
import { type Probing, probe, read } from './outage-probe.ts'
import { type PrivatePostgres, startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { publish, quantile, times } from './report.ts'
import { SOAK_ENV } from './soak-load.ts'

const ROUNDS = 3
const PAIRS = 10
/** On each node when the fault comes: every connection of its pool waits for an answer. */
const READS_IN_FLIGHT = 10
const AWAY_MS = 20_000
/** Less than a request waits for a lock. */
const HOLD_MS = 3000
/** What the product promises: after the server is back, and after connections went silent. */
const [BACK_MS, HALF_OPEN_MS] = [5000, 15_000]
/** docs/operations.md: a silent connection to Redis is replaced in about six, and sockets are asked over two. */
const BUS_MS = 10_000
/** On a page that is looked at; and the headers of a request, for which the server looks once a second. */
const [SOCKET_MS, HEADERS_MS] = [15_000, 16_000]
const QUIET_MS = 30_000
const SETTLE_MS = 3000

interface Stage {
  postgres: PrivatePostgres
  line: ChaosProxy
  nodes: readonly NodeProcess[]
  pair: Pair
}

interface Fault {
  name: string
  goalMs: number
  /** How long the nodes are watched afterwards. */
  watchMs: number
  /** Causes it, and resolves when the database is there again. */
  cause(stage: Stage): Promise<void>
}

const FAULTS: readonly Fault[] = [
  { name: 'no fault, for comparison', goalMs: BACK_MS, watchMs: 5000, cause: async () => {} },
  {
    name: 'PostgreSQL: every session terminated',
    goalMs: BACK_MS,
    watchMs: 8000,
    async cause({ postgres, nodes, pair }) {
      const admin = await connect(postgres.url)
      await holdReads(admin, nodes, pair)
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
      )
      await admin.end()
    },
  },
  {
    name: 'PostgreSQL: `pg_ctl restart -m fast`',
    goalMs: BACK_MS,
    watchMs: 8000,
    async cause({ postgres, nodes, pair }) {
      await holdReads(await connect(postgres.url), nodes, pair)
      postgres.restart()
    },
  },
  {
    name: 'PostgreSQL: refuses connections for 20 s',
    goalMs: BACK_MS,
    watchMs: 8000,
    cause: (stage) => away(stage, 'cut'),
  },
  {
    name: 'PostgreSQL: accepts data but never answers for 20 s',
    goalMs: BACK_MS,
    watchMs: 8000,
    cause: (stage) => away(stage, 'black-hole'),
  },
  {
    name: 'PostgreSQL: open connections go silent forever',
    goalMs: HALF_OPEN_MS,
    watchMs: 20_000,
    async cause({ postgres, line, nodes, pair }) {
      const admin = await connect(postgres.url)
      await holdReads(admin, nodes, pair)
      line.set({ mode: 'black-hole' })
      line.set({ mode: 'pass' })
      await admin.end()
    },
  },
]

export async function benchOutage(): Promise<void> {
  const [postgres, redis] = [startPostgres(), await startRedis()]
  if (!postgres || !redis) {
    process.stdout.write('outage: needs the binaries of PostgreSQL and Redis, which are not here.\n')
    postgres?.stop()
    await redis?.stop()
    return
  }
  const [line, busLine] = [await startChaosProxy(postgres.url), await startChaosProxy(redis.url)]
  const env = {
    DATABASE_URL: line.through(postgres.url),
    REDIS_URL: busLine.through(redis.url),
    ...SOAK_ENV,
  }
  const nodes = await Promise.all([startNodeProcess(env), startNodeProcess(env)])
  try {
    const database = await openDatabase({ url: postgres.url })
    const pairs = await Promise.all(Array.from({ length: PAIRS }, pairsOn(database)))
    await database.close()
    const [pair] = pairs as [Pair]
    const rows: string[][] = []
    const note = (row: string[]) => {
      rows.push(row)
      process.stdout.write(`${row.join(' | ')}\n`)
    }
    for (const fault of FAULTS) {
      const outages = await inTurn(() => measure(fault, { postgres, line, nodes, pair }))
      note(rowOf(fault, outages))
    }
    const buses = await inTurn(() => measureBus({ nodes, pairs, line: busLine }))
    const asked = buses.map(({ askedMs }) => askedMs)
    note(
      shortRow(
        'Redis: open connections go silent forever, until all sockets have been asked to fetch',
        asked,
        BUS_MS,
      ),
    )
    const live = buses.map(({ liveMs }) => liveMs)
    note(shortRow('the same, until each socket has received a live message again', live))
    const [node] = nodes
    const sockets = await inTurn(() => measureSocket(node.url, pair))
    const noticed = sockets.map(({ noticedMs }) => noticedMs)
    note(
      shortRow(
        'Messenger: its socket goes silent forever, until the messenger detects it',
        noticed,
        SOCKET_MS,
      ),
    )
    const shown = sockets.map(({ shownMs }) => shownMs)
    note(shortRow('the same, until a message written meanwhile is shown', shown))
    const headers = await Promise.all(Array.from({ length: ROUNDS }, () => measureSlowHeaders(node.port)))
    note(shortRow('Request headers that trickle in, until the connection is cut', headers, HEADERS_MS))
    const ended = nodes.filter((node) => node.ended() !== null).length
    report(rows, { lost: buses.reduce((sum, { lost }) => sum + lost, 0), ended })
  } finally {
    await Promise.all(nodes.map((node) => node.kill()))
    await Promise.all([line.close(), busLine.close()])
    await redis.stop()
    postgres.stop()
  }
}

async function inTurn<Result>(round: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let n = 0; n < ROUNDS; n++) results.push(await round())
  return results
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Reads that wait for a lock which this client holds, as many on each node as its pool has connections. */
async function holdReads(admin: pg.Client, nodes: readonly NodeProcess[], pair: Pair): Promise<void> {
  await admin.query('begin; lock table chats in access exclusive mode')
  for (const { url } of nodes) for (let count = 0; count < READS_IN_FLIGHT; count++) void read(url, pair)
  const waiting =
    "select count(*)::int as count from pg_locks where not granted and relation = 'chats'::regclass"
  const endMs = performance.now() + HOLD_MS
  for (let count = 0; count < READS_IN_FLIGHT * nodes.length && performance.now() < endMs; await pause(20))
    count = (await admin.query<{ count: number }>(waiting)).rows[0]?.count ?? 0
}

/** Calls go on meanwhile. */
async function away({ line, nodes, pair }: Stage, mode: 'cut' | 'black-hole'): Promise<void> {
  const meanwhile = nodes.map(({ url }) => probe(url, pair))
  line.set({ mode })
  await pause(AWAY_MS)
  line.set({ mode: 'pass' })
  await Promise.all(meanwhile.map((probing) => probing.stop()))
}

interface Outage {
  /** Of each node: until it serves, and every later call with it. */
  servedMs: number[]
  /** Until a mail that was due is sent. */
  sentMs: number
}

async function measure({ cause, watchMs }: Fault, stage: Stage): Promise<Outage> {
  await cause(stage)
  const backMs = performance.now()
  const probing: Probing[] = stage.nodes.map(({ url }) => probe(url, stage.pair))
  const admin = await connect(stage.postgres.url)
  const sentMs = await untilSent(admin).finally(() => admin.end())
  await pause(Math.max(0, backMs + watchMs - performance.now()))
  const servedMs = await Promise.all(probing.map((each) => each.stop()))
  // The server would hold what went silent for a minute: it has room for so many.
  stage.line.cutOpen()
  await pause(SETTLE_MS)
  return { servedMs: servedMs.map((ms) => ms - backMs), sentMs: sentMs - backMs }
}

async function untilSent(admin: pg.Client): Promise<number> {
  const content = JSON.stringify({ written: { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' } })
  const { rows } = await admin.query<{ id: string }>(
    `insert into deliveries (key, channel, recipient, type, content, due_at)
     values ($1, 'email', 'dana@example.com', 'security', $2, now() - interval '2 seconds') returning id`,
    [randomUUID(), content],
  )
  for (const endMs = performance.now() + QUIET_MS; performance.now() < endMs; await pause(20)) {
    const found = await admin.query('select 1 from deliveries where id = $1 and state = $2', [
      rows[0]?.id,
      'sent',
    ])
    if (found.rowCount === 1) return performance.now()
  }
  return Number.POSITIVE_INFINITY
}

const seconds = (ms: number) => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never')

function rowOf({ name, goalMs }: Fault, outages: readonly Outage[]): string[] {
  const served = outages.flatMap(({ servedMs }) => servedMs)
  const worst = Math.max(...served)
  const mails = outages.map(({ sentMs }) => sentMs)
  return [
    name,
    seconds(quantile(served, 0.5)),
    seconds(worst),
    seconds(goalMs),
    times(worst / goalMs),
    seconds(quantile(mails, 0.5)),
    seconds(Math.max(...mails)),
  ]
}

function shortRow(name: string, taken: readonly number[], goalMs?: number): string[] {
  const worst = Math.max(...taken)
  const goal = goalMs === undefined ? ['', ''] : [seconds(goalMs), times(worst / goalMs)]
  return [name, seconds(quantile(taken, 0.5)), seconds(worst), ...goal, '', '']
}

function report(rows: string[][], { lost, ended }: { lost: number; ended: number }): void {
  publish({
    id: 'outage',
    title: 'After an outage',
    command: 'npm run bench -- outage',
    note: `Two server processes with one PostgreSQL and one Redis, each connection through a proxy that cuts it or swallows its data, ${ROUNDS} rounds. Each node receives a read every 50 ms. A node has recovered with the first read from which on every read returns 200 before a client gives up (3 s). The time starts when the database accepts connections again, or when the connections went silent. When a session ends or goes silent, each of the ${READS_IN_FLIGHT} request connections of a node has a read in flight. “Mail” is the time until a job has sent a mail that was due at that moment. With Redis, each seller writes on one node every 2 s, and the seller’s buyer listens on the other node. In the whole time, ${lost} messages were neither delivered live nor followed by a request to fetch. Of the two processes, ${ended} ended.`,
    head: ['Fault', 'Recovered after, p50', 'worst', 'Goal', 'worst vs. goal', 'Mail, p50', 'worst'],
    rows,
  })
}
