/**
 * Two server processes lose PostgreSQL in every way that networks and operators cause. Neither ends; calls in flight get 503 in the
 * documented shape; acknowledged writes are there, and writes repeated with their key are there once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { type PrivatePostgres, startPostgres } from '#tests/bench/postgres.ts'
import { type ChaosProxy, startChaosProxy } from '#tests/support/chaos-proxy.ts'
import { type NodeProcess, startNodeProcess } from '#tests/support/node-process.ts'
import { onThisMachine } from '#tests/support/run-folder.ts'
import { type Pair, pairsOn, storedTexts } from './people.ts'

/** What the node's own code never does. */
const BUG_ON_SIGNAL = "data:text/javascript,process.on('SIGUSR2',()=>{throw(Error('a_bug'))})"

/** Far less than the two minutes after which TCP alone would notice. */
const PATIENT = { timeout: 40_000 }

/** Between two sends of one writer. */
const PACE_MS = 50

let postgres: PrivatePostgres
let line: ChaosProxy
let nodes: NodeProcess[]
let database: OpenDatabase
let admin: pg.Client
let pair: Pair
/** Enough for nobody to send too often. */
let pairs: Pair[]

beforeAll(async () => {
  const started = startPostgres()
  if (!started) throw new Error('PostgreSQL is needed on this machine.')
  postgres = started
  line = await startChaosProxy(postgres.url)
  const env = {
    DATABASE_URL: line.through(postgres.url),
    PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
    CAPTCHA_DRIVER: 'none',
    NODE_OPTIONS: `${onThisMachine().NODE_OPTIONS} --import=${BUG_ON_SIGNAL}`,
  }
  // Both find nobody behind their DATABASE_URL, and wait.
  line.set({ mode: 'cut' })
  const starting = [startNodeProcess(env), startNodeProcess(env)]
  await vi.waitUntil(() => line.accepted > 4, { timeout: 60_000 })
  line.set({ mode: 'pass' })
  nodes = await Promise.all(starting)
  await connectDirectly()
  const makePair = pairsOn(database)
  pairs = await Promise.all(Array.from({ length: 12 }, makePair))
  pair = await makePair()
}, 180_000)
afterEach(async () => {
  line.set({ mode: 'pass' })
  for (const { url } of nodes) await vi.waitUntil(() => isWell(url), { timeout: 20_000 })
})
afterAll(async () => {
  await Promise.all(nodes?.map((node) => node.kill()) ?? [])
  await line?.close()
  await database?.close()
  await admin?.end()
  postgres?.stop()
})

/** The test's own ways into the database, around the line. */
async function connectDirectly(): Promise<void> {
  database = await openDatabase({ url: postgres.url })
  admin = new pg.Client({ connectionString: postgres.url })
  admin.on('error', () => {})
  await admin.connect()
}

interface Answer {
  status: number
  retryAfter: string | null
  body: { message?: string; code?: string; request_id?: string; data?: { id: number } } | null
}

async function call(url: string, { buyer }: Pair, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${url}/customer/api/customers/${buyer.id}${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${buyer.token}`,
      accept: 'application/json',
      'content-type': 'application/json',
      ...init.headers,
    },
  })
  const text = await response.text()
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: text ? JSON.parse(text) : null,
  }
}

interface Sent {
  key: string
  message: string
  from: Pair
}

const readChats = (url: string) => call(url, pair, '/chats')
const sendTo = (url: string, { key, message, from }: Sent) =>
  call(url, from, `/accounts/${from.seller.id}/text-messages`, {
    method: 'POST',
    body: JSON.stringify({ message }),
    headers: { 'idempotency-key': key },
  })
const newMessage = (message: string, from = pair): Sent => {
  const key = randomUUID()
  return { key, message: `${message} ${key}`, from }
}
const isWell = async (url: string) => (await fetch(`${url}/healthz`)).status === 200
const ended = () => nodes.map((node) => node.ended())

/** What every answer says that came while the database was away. */
function expectUnavailable(answer: Answer): void {
  expect(answer).toMatchObject({
    status: 503,
    body: {
      code: 'unavailable',
      message: expect.stringMatching(/Try again/),
      request_id: expect.any(String),
    },
  })
  expect(Number(answer.retryAfter)).toBeGreaterThan(0)
}

/** Until every node answers a read with 200. How soon that is, watch-postgres.test.ts reckons: a busy machine takes longer. */
async function untilServed(): Promise<void> {
  for (const { url } of nodes) await expect.poll(async () => (await readChats(url)).status, PATIENT).toBe(200)
}

/** Repeats what was not acknowledged under its key, until it is; then every message is stored exactly once. */
async function expectEachOnce(sent: readonly Sent[], unacknowledged: Iterable<Sent>) {
  for (const one of unacknowledged)
    await expect.poll(async () => (await sendTo(nodes[1]?.url ?? '', one)).status).toBe(201)
  const senders = [...new Set(sent.map(({ from }) => from))]
  const stored = (await Promise.all(senders.map((from) => storedTexts(database, from)))).flat()
  const texts = sent.map(({ message }) => message)
  expect(stored.filter((text) => texts.includes(text)).sort()).toEqual(texts.sort())
}

/** Reads that wait for a lock, on both nodes. Resolves when the server works on all of them. */
async function readsInFlight(
  count: number,
): Promise<{ answers: Promise<Answer[]>; release(): Promise<void> }> {
  await admin.query('begin; lock table chats in access exclusive mode')
  const answers = Promise.all(nodes.flatMap(({ url }) => Array.from({ length: count }, () => readChats(url))))
  await untilWaitingForLock(count * nodes.length)
  return { answers, release: async () => void (await admin.query('rollback').catch(() => {})) }
}

/** Resolves with how its state is asked for: `sent` once a job of either node has sent it. */
async function mailThatIsDue(): Promise<() => Promise<string>> {
  const { rows } = await admin.query(
    `insert into deliveries (key, channel, recipient, type, content, due_at)
     values ($1, 'email', 'dana@example.com', 'security', $2, now() - interval '2 seconds') returning id`,
    [randomUUID(), JSON.stringify({ written: { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' } })],
  )
  return async () =>
    (await admin.query('select state from deliveries where id = $1', [rows[0].id])).rows[0].state
}

async function untilWaitingForLock(count: number): Promise<void> {
  // Not on the connection that holds it: within a transaction the view does not change.
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await waiting.execute(database.db)).rows.length)
    .toBeGreaterThanOrEqual(count)
}

describe('PostgreSQL ends every session', () => {
  test('reads in flight get 503, and both servers go on', async () => {
    const { answers, release } = await readsInFlight(3)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    for (const answer of await answers) expectUnavailable(answer)
    await release()
    await untilServed()
    expect(ended()).toEqual([null, null])
  }, 90_000)

  test('a fast restart under load loses nothing that was acknowledged, and repeats store nothing twice', async () => {
    const sent: Sent[] = []
    const open = new Set<Sent>()
    let isOver = false
    let refused = 0
    const acknowledged = () => sent.length - open.size
    const send = async (one: Sent, { url }: NodeProcess) => {
      sent.push(one)
      open.add(one)
      while (open.has(one) && !isOver) {
        const answer = await sendTo(url, one)
        if (answer.status === 201) open.delete(one)
        else expectUnavailable(answer)
        if (answer.status !== 201) refused += 1
        await pause(PACE_MS)
      }
    }
    const write = async (node: NodeProcess) => {
      while (!isOver)
        await send(newMessage('Written around a restart', pairs[sent.length % pairs.length]), node)
    }
    const writing = Promise.all([...nodes, ...nodes].map(write))
    await expect.poll(acknowledged).toBeGreaterThan(8)
    // The restart meets writes in flight, however quick the machine is.
    await admin.query('begin; lock table messages in access exclusive mode')
    await untilWaitingForLock(2)
    await database.close()
    postgres.restart()
    const before = acknowledged()
    await expect.poll(acknowledged, PATIENT).toBeGreaterThan(before + 4)
    isOver = true
    await writing
    expect(refused).toBeGreaterThan(0)
    await connectDirectly()
    await expectEachOnce(sent, open)
    expect(ended()).toEqual([null, null])
  }, 90_000)
})

describe('the line to PostgreSQL', () => {
  test.each([
    ['is slow', { mode: 'delay', ms: 150 }],
    ['dribbles', { mode: 'dribble', bytes: 256, everyMs: 5 }],
  ] as const)(
    '%s: slow answers, and no connection is given up',
    async (_, chaos) => {
      const dropped = async () =>
        /plat_database_connections_dropped\{state="busy"\} (\d+)/.exec(
          await (await fetch(`${nodes[0]?.url}/metrics`)).text(),
        )?.[1]
      const before = await dropped()
      expect(before).toBeDefined()
      line.set(chaos)
      const answers = await Promise.all(Array.from({ length: 4 }, () => readChats(nodes[0]?.url ?? '')))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await dropped()).toBe(before)
    },
    30_000,
  )

  test.each(['before', 'after'] as const)(
    'is cut %s a commit arrives: 503, and the same key stores the message once',
    async (when) => {
      const sent: Sent[] = []
      const open: Sent[] = []
      // Scheduled work commits too: it may be its connection that is cut.
      await expect
        .poll(async () => {
          const one = newMessage(`Cut ${when} the commit`)
          sent.push(one)
          const cut = line.cutAt('commit', when)
          const [answer] = await Promise.all([sendTo(nodes[0]?.url ?? '', one), cut])
          if (answer.status !== 201) {
            open.push(one)
            expectUnavailable(answer)
          }
          return open.length
        })
        .toBe(1)
      await expectEachOnce(sent, open)
    },
  )

  test('goes dead without a word: requests get 503, and both servers and their jobs are back', async () => {
    const { answers, release } = await readsInFlight(3)
    line.set({ mode: 'black-hole' })
    // New connections pass, those that there were stay silent for good.
    line.set({ mode: 'pass' })
    await release()
    const stateOf = await mailThatIsDue()
    await untilServed()
    await expect.poll(stateOf, PATIENT).toBe('sent')
    for (const answer of await answers) expectUnavailable(answer)
    expect(ended()).toEqual([null, null])
  }, 90_000)

  test('swallows everything for a while: 503, health says so, and after it they and their jobs are back', async () => {
    line.set({ mode: 'black-hole' })
    const meet = async ({ url }: NodeProcess) => {
      const answer = await readChats(url)
      expectUnavailable(answer)
      await expect.poll(() => isWell(url), PATIENT).toBe(false)
      expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ database: 'unreachable' })
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('plat_database_up 0')
    }
    await Promise.all(nodes.map(meet))
    line.set({ mode: 'pass' })
    const stateOf = await mailThatIsDue()
    await untilServed()
    for (const { url } of nodes) await expect.poll(() => isWell(url), PATIENT).toBe(true)
    // What jobs had dialed into the silence does not hold them up.
    await expect.poll(stateOf, PATIENT).toBe('sent')
    expect(ended()).toEqual([null, null])
  }, 90_000)
})

test('an error that nobody expected is logged, and ends the process for its supervisor to start it again', async () => {
  const node = nodes.pop()
  process.kill(node?.pid ?? 0, 'SIGUSR2')
  await expect
    .poll(() => node?.ended())
    .toMatch(/ended with 1:[\s\S]*"msg":"unexpected error, the process ends"/)
  expect(node?.ended()).toContain('a_bug')
})
