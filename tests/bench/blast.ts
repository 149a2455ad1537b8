/**
 * A blast to 10,000 buyers, on PGlite and on PostgreSQL: how long an ordinary message takes to send while it goes out, beside the same
 * server when it is quiet. Its mails are handed over meanwhile as well. A run in which anybody got none or two fails.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/core/database/open.ts'
import type { DatabaseSettings } from '#server/core/database/open-database.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { startPostgres } from './postgres.ts'
import { ms, publish, quantile, thousands } from './report.ts'

const BUYERS = 10_000
const QUIET_SENDS = 300
/** As one person types after another. */
const BETWEEN_MS = 20
const ROOMY = 1_000_000

export async function benchBlast(): Promise<void> {
  const postgres = startPostgres()
  try {
    const rows = [await measure('PGlite', { dataDir: 'memory://' })]
    if (postgres) rows.push(await measure(`PostgreSQL ${postgres.version}`, { url: postgres.url }))
    publish({
      id: 'blast',
      title: 'A blast to 10,000 buyers',
      command: 'npm run bench -- blast',
      note: `Buyers send messages over HTTP one after another, with ${BETWEEN_MS} ms between two messages, to the process that sends the blast and its mails. The first ${QUIET_SENDS} messages are sent before the blast.`,
      head: ['Database', 'Buyers', 'Quiet, p50', 'p95', 'During, p50', 'p95', 'p99', 'Sends', 'Blast took'],
      rows,
    })
  } finally {
    postgres?.stop()
  }
}

async function measure(name: string, at: DatabaseSettings): Promise<string[]> {
  const database = await openDatabase(at)
  await database.migrate()
  const limits = { sendsPerMinute: ROOMY, requestsPerMinute: ROOMY }
  const server = await startTestServer({ database, limits })
  const { url } = await server.listen({ port: 0 })
  try {
    const [homes, dana] = [await server.addAccount(), await server.addCustomer()]
    await server.introduce(dana, homes)
    await addBuyers(server, homes)
    const send = sender(url, dana, homes)
    await manySends(send, { until: async (sent) => sent >= QUIET_SENDS / 3 })
    const quiet = await manySends(send, { until: async (sent) => sent >= QUIET_SENDS })
    const begun = performance.now()
    const body = { channel: 'email', message: 'New in Houston' }
    const answer = await server.call('POST', '/account/api/blasts', { token: homes.token, body })
    const during = await manySends(send, { until: () => isDone(server, answer.body.data.id) })
    const took = performance.now() - begun
    await checkAll(server)
    return [
      name,
      thousands(BUYERS),
      ms(quantile(quiet, 0.5)),
      ms(quantile(quiet, 0.95)),
      ...[0.5, 0.95, 0.99].map((share) => ms(quantile(during, share))),
      thousands(during.length),
      `${(took / 1000).toFixed(0)} s`,
    ]
  } finally {
    await server.close({ graceMs: 0 })
  }
}

/** Who talks with the account and has a confirmed address. */
async function addBuyers({ database: { db } }: TestServer, { id }: Seller): Promise<void> {
  await sql`insert into customers (name, email, email_confirmed_at)
    select 'Buyer ' || n, 'bench' || n || '@example.com', now() from generate_series(1, ${BUYERS}::int) n`.execute(
    db,
  )
  await sql`insert into chats (customer_id, account_id)
    select id, ${id} from customers where email like 'bench%'`.execute(db)
  await sql`analyze`.execute(db)
}

const sender =
  (url: string, { id, token }: Person, { id: account }: Seller) =>
  async (): Promise<number> => {
    const from = performance.now()
    const response = await fetch(`${url}/customers/${id}/accounts/${account}/text-messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: 'Is it still available?' }),
    })
    await response.arrayBuffer()
    if (response.status !== 201) throw new Error(`A send answered ${response.status}.`)
    return performance.now() - from
  }

/** The milliseconds of each. `until` is asked now and then. */
async function manySends(
  send: () => Promise<number>,
  { until }: { until: (sent: number) => Promise<boolean> },
): Promise<number[]> {
  const took: number[] = []
  do {
    for (let n = 0; n < 20; n++) {
      took.push(await send())
      await pause(BETWEEN_MS)
    }
  } while (!(await until(took.length)))
  return took
}

async function isDone({ database: { db } }: TestServer, id: number): Promise<boolean> {
  const row = await db.selectFrom('campaigns').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'sent'
}

/** Dana has no confirmed address, so every mail and message is one of the others’. */
async function checkAll({ database: { db } }: TestServer): Promise<void> {
  const { rows } = await sql<{ messages: number; buyers: number; mails: number }>`
    select count(*)::int as messages, count(distinct customer_id)::int as buyers,
      (select count(distinct customer_id)::int from deliveries) as mails
    from messages where action = 'blast'`.execute(db)
  const [told] = rows
  if (told?.messages !== BUYERS || told.buyers !== BUYERS || told.mails !== BUYERS)
    throw new Error(`Somebody got none, or two: ${JSON.stringify(told)}`)
}
