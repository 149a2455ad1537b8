/**
 * The chat list and a thread page as messages grow from 10,000 to 1,000,000, on PGlite and on PostgreSQL,
 * through the whole server without a socket. Beside the list, the query one would write first: the newest message of each chat
 * looked up by a LATERAL join, in the same database and run.
 */
import { sql } from 'kysely'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { startTestServer } from '#tests/support/server.ts'
import { onBothDatabases } from './postgres.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'

const SIZES = [10_000, 100_000, 1_000_000] as const
const CUSTOMERS = 100
const ACCOUNTS = 20
const CALLS = 300

interface Measured {
  list: number
  thread: number
  naive: number
}

export async function benchDatabase(): Promise<void> {
  publish({
    id: 'database',
    title: 'Chat list and thread page',
    command: 'npm run bench -- database',
    note: `Median of ${CALLS} calls each, including HTTP handling, with ${CUSTOMERS} buyers who have ${ACCOUNTS} conversations each. “Growth” compares with the same call at 10,000 messages. The naive list is only a query, without HTTP.`,
    head: ['Database', 'Messages', 'Chat list', 'growth', 'Thread page', 'growth', 'Naive list', 'growth'],
    rows: await onBothDatabases(measureAll),
  })
}

async function measureAll(name: string, database: OpenDatabase): Promise<string[][]> {
  await database.migrate()
  const server = await startTestServer({ database, limits: { requestsPerMinute: 10_000_000 } })
  const buyer = await server.addCustomer()
  await people(database)
  const rows: string[][] = []
  let first: Measured | null = null
  let filled = 0
  for (const size of SIZES) {
    process.stdout.write(`${name}: filling to ${thousands(size)} messages\n`)
    await fill(database, filled, size)
    filled = size
    const now = await measure(server, database, buyer)
    first ??= now
    const growth = (what: keyof Measured) => times(now[what] / (first?.[what] ?? Number.NaN))
    rows.push([
      name,
      thousands(size),
      ms(now.list),
      growth('list'),
      ms(now.thread),
      growth('thread'),
      ms(now.naive),
      growth('naive'),
    ])
  }
  await server.close()
  return rows
}

/** The buyer that is measured exists already; the others and all accounts are made in bulk. */
async function people({ db }: OpenDatabase): Promise<void> {
  await sql`insert into customers (name, email) select 'Buyer ' || n, 'buyer' || n || '@bench.test' from generate_series(2, ${CUSTOMERS}::int) n`.execute(
    db,
  )
  await sql`insert into accounts (title) select 'Account ' || n from generate_series(1, ${ACCOUNTS}::int) n`.execute(
    db,
  )
  await sql`insert into chats (customer_id, account_id) select c.id, a.id from customers c cross join accounts a on conflict do nothing`.execute(
    db,
  )
}

/** Messages from..to spread evenly over all chats, one second apart, with chats brought in step. */
async function fill({ db }: OpenDatabase, from: number, to: number): Promise<void> {
  await sql`
    insert into messages (customer_id, account_id, type, body, sort_at, is_read)
    select c.customer_id, c.account_id, case when n % 3 = 0 then 'inbound' else 'outbound' end, 'Message number ' || n,
      now() - make_interval(secs => ${SIZES.at(-1)}::int - n), true
    from (select n, n % ${CUSTOMERS * ACCOUNTS}::int as place from generate_series(${from + 1}::int, ${to}::int) n) numbers
    join (select customer_id, account_id, (row_number() over (order by id) - 1)::int as place from chats) c using (place)`.execute(
    db,
  )
  await sql`
    update chats set last_message_id = m.id, last_message_at = m.sort_at
    from (select distinct on (customer_id, account_id) id, customer_id, account_id, sort_at from messages
      order by customer_id, account_id, sort_at desc, id desc) m
    where m.customer_id = chats.customer_id and m.account_id = chats.account_id`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function measure(
  server: Awaited<ReturnType<typeof startTestServer>>,
  { db }: OpenDatabase,
  buyer: { id: number; token: string },
): Promise<Measured> {
  const headers = { authorization: `Bearer ${buyer.token}`, accept: 'application/json' }
  const { account_id: account } = await db
    .selectFrom('chats')
    .select('account_id')
    .where('customer_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  const call = async (url: string) => {
    const reply = await server.app.inject({ method: 'GET', url, headers })
    if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`)
  }
  return {
    list: await median(() => call(`/customers/${buyer.id}/chats`)),
    thread: await median(() => call(`/customers/${buyer.id}/text-messages?filter[account_id]=${account}`)),
    naive: await median(() => naiveList(db, buyer.id)),
  }
}

/** Sorts all chats of the buyer by a message each has to look up, and counts unread rows on the way. */
const naiveList = (db: OpenDatabase['db'], customerId: number) =>
  sql`
    select c.id, last.body, last.sort_at,
      (select count(*) from messages u where u.customer_id = c.customer_id and u.account_id = c.account_id and u.type = 'outbound') as outbound
    from chats c
    cross join lateral (select body, sort_at from messages m
      where m.customer_id = c.customer_id and m.account_id = c.account_id order by m.sort_at desc, m.id desc limit 1) last
    where c.customer_id = ${customerId} order by last.sort_at desc limit 26`.execute(db)

async function median(run: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 30; i++) await run()
  const samples: number[] = []
  for (let i = 0; i < CALLS; i++) {
    const start = performance.now()
    await run()
    samples.push(performance.now() - start)
  }
  return quantile(samples, 0.5)
}
