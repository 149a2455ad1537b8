/**
 * `npm run bench -- soak [minutes]`: two server processes on one PostgreSQL and one Redis, under steady load and then
 * with thousands of idle sockets. Memory, handles and loop delay must stay level; ten minutes by default.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/core/database/open.ts'
import { pairsOn } from '#tests/services/people.ts'
import { type NodeProcess, startNodeProcess } from '#tests/support/node-process.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { publish, quantile } from './report.ts'
import { buyersChannel, listen, noSamples, type Samples, SOAK_ENV, startLoad } from './soak-load.ts'

const [SOCKETS, WRITES_PER_SECOND, READS_PER_SECOND, IDLE_SOCKETS] = [300, 30, 50, 5000]
const FULL_MINUTES = 10
/** Rows of figures; one a minute in a full run. The last ones are of the idle sockets. */
const [ROWS, IDLE_ROWS] = [10, 2]
const DIALLING = 100

export async function benchSoak([given]: readonly string[]): Promise<void> {
  const minutes = Number(given ?? FULL_MINUTES)
  if (!(minutes > 0)) throw new Error(`The minutes of a soak are a number above zero, not ${given}.`)
  const [postgres, redis] = [startPostgres(), await startRedis()]
  if (!postgres || !redis) {
    process.stdout.write('soak: needs the binaries of PostgreSQL and Redis, which are not here.\n')
    postgres?.stop()
    await redis?.stop()
    return
  }
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    ...SOAK_ENV,
  }
  const nodes = await Promise.all([startNodeProcess(env), startNodeProcess(env)])
  try {
    const rows = await soak(nodes, postgres.url, (minutes * 60_000) / ROWS)
    if (minutes === FULL_MINUTES) report(rows)
  } finally {
    await Promise.all(nodes.map((node) => node.kill()))
    await redis.stop()
    postgres.stop()
  }
}

const HEAD = [
  'Minute',
  'Sockets',
  'RSS',
  'Heap',
  'Handles',
  'Loop p99',
  'Write p50',
  'p99',
  'Read p50',
  'p99',
  'Live p50',
  'p99',
  'Calls',
  'Failed',
]

async function soak(nodes: readonly NodeProcess[], databaseUrl: string, rowMs: number): Promise<string[][]> {
  const database = await openDatabase({ url: databaseUrl })
  const newPair = pairsOn(database)
  const pairs = await Promise.all(Array.from({ length: SOCKETS / 2 }, newPair))
  await database.close()
  const urls = nodes.map(({ url }) => url)
  const rows: string[][] = []
  const note = async (when: string, sockets: number, samples: Samples) => {
    const row = [when, String(sockets), ...(await figuresOf(nodes)), ...timesOf(samples)]
    rows.push(row)
    process.stdout.write(lineOf(row))
  }
  process.stdout.write(lineOf(HEAD))
  await note('start', 0, noSamples())
  const load = await startLoad({
    urls,
    pairs,
    writesPerSecond: WRITES_PER_SECOND,
    readsPerSecond: READS_PER_SECOND,
  })
  for (let row = 1; row <= ROWS - IDLE_ROWS; row++) {
    await pause(rowMs)
    await note(minuteOf(row, rowMs), SOCKETS, load.take())
  }
  await load.stop()
  const idle = []
  for (let from = 0; from < IDLE_SOCKETS; from += DIALLING)
    idle.push(
      ...(await Promise.all(
        Array.from({ length: DIALLING }, (_, n) => {
          const pair = pairs[(from + n) % pairs.length]
          return pair && listen(urls[n % urls.length] ?? '', buyersChannel(pair), () => {})
        }),
      )),
    )
  for (let row = ROWS - IDLE_ROWS + 1; row <= ROWS; row++) {
    await pause(rowMs)
    await note(minuteOf(row, rowMs), IDLE_SOCKETS, noSamples())
  }
  for (const socket of idle) socket?.terminate()
  await pause(rowMs / 2)
  await note('after', 0, noSamples())
  return rows
}

const WIDTH = 14
const lineOf = (cells: readonly string[]) => `${cells.map((cell) => cell.padStart(WIDTH)).join('')}\n`

const minuteOf = (row: number, rowMs: number) => String(Math.round((row * rowMs) / 6000) / 10)

const MEGABYTE = 1024 * 1024

const SCRAPE_MS = 10_000

/** Of each node: memory in MB, active handles, and the loop's delay since the last look. NaN: it did not answer. */
async function figuresOf(nodes: readonly NodeProcess[]): Promise<string[]> {
  const scrape = async ({ url }: NodeProcess) => {
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(SCRAPE_MS) })
    return answer.text()
  }
  const pages = await Promise.all(nodes.map((node) => scrape(node).catch(() => '')))
  const read = (name: string) =>
    pages.map((page) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(page)?.[1] ?? Number.NaN))
  const cell = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' / ')
  return [
    cell(read('process_resident_memory_bytes').map((bytes) => bytes / MEGABYTE)),
    cell(read('nodejs_heap_size_used_bytes').map((bytes) => bytes / MEGABYTE)),
    cell(read('nodejs_active_handles_total')),
    cell(read('nodejs_eventloop_lag_p99_seconds').map((seconds) => seconds * 1000)),
  ]
}

function timesOf({ writes, reads, arrivals, failed }: Samples): string[] {
  const of = (samples: readonly number[]) =>
    [0.5, 0.99].map((share) => (samples.length === 0 ? '' : quantile(samples, share).toFixed(0)))
  return [...of(writes), ...of(reads), ...of(arrivals), String(writes.length + reads.length), String(failed)]
}

function report(rows: readonly string[][]): void {
  publish({
    id: 'soak',
    title: 'Ten minutes under steady load',
    command: 'npm run bench -- soak',
    note: `Two server processes with one PostgreSQL and one Redis, all on one machine with the load generator. ${SOCKETS} sockets, ${WRITES_PER_SECOND} messages and ${READS_PER_SECOND} reads of lists and threads per second for eight minutes, then ${IDLE_SOCKETS.toLocaleString('en-US')} idle sockets for two minutes. Values of the two nodes are given as first / second: resident memory and used heap in MB, active handles, and the event loop delay in ms (p99 since the previous row). Times of calls are in ms. “Live” is the time from sending a message until its frame arrives on a socket of the other node.`,
    head: HEAD,
    rows,
  })
}
