/**
 * The list of 57,120 deals through the whole server without a socket: whole, unchanged, what changed since, and filtered. Beside it,
 * in the same database and run, what one would write first: the rows as objects, read and encoded for each call.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { onBothDatabases } from './postgres.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'

const DEALS = 57_120
const ACCOUNTS = 400
const CALLS = 40
const LIST = '/customer/api/properties'
const BROWSER = { 'accept-encoding': 'gzip, br' }
const FILTER = 'price=100000-250000&beds=3&arv_percent=-75&sort=spread-desc'

export async function benchProperties(): Promise<void> {
  publish({
    id: 'properties',
    title: 'The list of deals',
    command: 'npm run bench -- properties',
    note: `${thousands(DEALS)} deals, including HTTP handling, median of ${CALLS} calls. Calls that read the list again or encode it each time are made fewer times. CPU is the time of the process with all its threads. It includes the time of the database only for PGlite. “One changed” is the first call for the whole list after one deal changed: it reads one row, then compresses everything again. The naive call reads all rows and sends objects, compressed with gzip.`,
    head: ['Database', 'Call', 'p50', 'CPU per call', 'Sent', 'vs. naive'],
    rows: await onBothDatabases(measureAll),
  })
}

interface Measured {
  p50: number
  cpuMs: number
  bytes: number
}

async function measureAll(name: string, database: OpenDatabase): Promise<string[][]> {
  await database.migrate()
  await fill(database)
  const server = await startTestServer({ database, limits: { requestsPerMinute: 10_000_000 } })
  try {
    const naive = await measure(4, () => naiveCall(database))
    const all = await calls(server)
    return Object.entries({ ...all, Naive: naive }).map(([what, found]) => [
      name,
      what,
      ms(found.p50),
      ms(found.cpuMs),
      `${thousands(Math.ceil(found.bytes / 1000))} kB`,
      times(found.p50 / naive.p50),
    ])
  } finally {
    await server.close()
  }
}

async function calls(server: TestServer): Promise<Record<string, Measured>> {
  const get = async (url: string, headers = {}) => {
    const answer = await server.app.inject({ url, headers: { ...BROWSER, ...headers } })
    if (answer.statusCode >= 400)
      throw new Error(`${url} answered ${answer.statusCode}: ${server.lines.at(-1)}`)
    return { answer, bytes: answer.rawPayload.byteLength }
  }
  const first = await measure(1, () => get(LIST))
  const { answer } = await get(LIST)
  const plain = await server.app.inject({ url: LIST })
  const { cursor } = JSON.parse(plain.payload) as { cursor: string }
  let changed = 0
  const change = () => {
    changed += 1
    return server.database.db.transaction().execute((trx) => bumpDealRevision(trx, changed))
  }
  const unchanged = { 'if-none-match': String(answer.headers.etag) }
  return {
    'whole, after a start': first,
    whole: await measure(CALLS, () => get(LIST)),
    'whole, unchanged (304)': await measure(CALLS, () => get(LIST, unchanged)),
    'filtered, first': await measure(1, () => get(`${LIST}?${FILTER}`)),
    filtered: await measure(CALLS, () => get(`${LIST}?${FILTER}`)),
    'whole, one changed': await measure(4, () => get(LIST), change),
    'since a cursor, one changed': await measure(CALLS, () => get(`${LIST}?since=${cursor}`), change),
  }
}

async function measure(
  count: number,
  call: () => Promise<{ bytes: number }>,
  before: () => Promise<unknown> = async () => {},
): Promise<Measured> {
  const samples: number[] = []
  let [cpuMs, bytes] = [0, 0]
  for (let n = 0; n < count; n++) {
    await before()
    const cpu = process.cpuUsage()
    const startedAt = performance.now()
    bytes = (await call()).bytes
    samples.push(performance.now() - startedAt)
    const { user, system } = process.cpuUsage(cpu)
    cpuMs += (user + system) / 1000
  }
  return { p50: quantile(samples, 0.5), cpuMs: cpuMs / count, bytes }
}

const zip = promisify(gzip)

async function naiveCall({ db }: OpenDatabase): Promise<{ bytes: number }> {
  const rows = await db.selectFrom('properties').selectAll().where('listing', '=', 'listed').execute()
  return { bytes: (await zip(JSON.stringify({ data: rows }))).byteLength }
}

/** Figures that differ as those of houses do, in 400 towns. */
async function fill({ db }: OpenDatabase): Promise<void> {
  await sql`insert into accounts (title, rating) select 'Account ' || n, 3 + n % 20 / 10.0 from generate_series(1, ${ACCOUNTS}::int) n`.execute(
    db,
  )
  await sql`
    insert into properties (account_id, address, city, state, zip, is_street_shown, price, arv, beds, baths, sqft, thumb_url,
      title, description, county, latitude, longitude, time_zone, units, year_built, lot_size, property_type_id, parking_type_id,
      tags, condition, occupancy, repair_min, repair_max, first_price, status, published_at, updated_at)
    select 1 + n % ${ACCOUNTS}::int, (100 + h % 9900) || ' Street ' || h % 3000, 'Town ' || n % 400, 'TX',
      lpad((70000 + n % 2000)::text, 5, '0'), n % 5 > 0, 60000 + h % 4000 * 100, 90000 + (h / 7) % 5000 * 100,
      1 + h % 5, 1 + h % 6 * 0.5, 700 + h % 3000, '/drawings/seeded/' || lpad((n % 2000)::text, 4, '0') || '.svg',
      'House with ' || h % 9 || ' rooms', repeat('A house that wants work. ', 20), 'County ' || n % 120,
      26 + (h % 900000) / 100000.0, -104 + (h / 11 % 900000) / 100000.0, 'America/Chicago', 1, 1920 + h % 100, 3000 + h % 9000,
      1 + h % 9, 1 + h % 6, h % 512, h % 5, h % 3, h % 300 * 100, 30000 + h % 300 * 100, 62000 + h % 4000 * 100,
      case when h % 10 < 7 then 0 else h % 3 end, now() - make_interval(mins => h % 200000), now() - make_interval(mins => h % 90000)
    from (select n, abs(hashtext(n::text)) as h from generate_series(1, ${DEALS}::int) n) numbers`.execute(db)
}
