/** Conversations of one company with 10,000 buyers, beside those of others. The nth word of the language is used n times less often. */

import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { startTestServer } from '#tests/support/server.ts'

export const BUYERS = 10_000
export const MESSAGES = 100_000
/** Of other companies together. */
export const OTHERS = 100_000
const OTHER_COMPANIES = 50
const WORDS = 6_000
const WORDS_OF_MESSAGE = 12
const BATCH = 5_000
/** Every hundredth message is a question about a deal, whose text is kept with the question. */
const QUESTION_EVERY = 100

const FIRST = ['is', 'the', 'offer', 'price', 'roof', 'new', 'cash', 'closing', 'repairs', 'inspection']
const SYLLABLES = ['ba', 'cor', 'den', 'fi', 'gra', 'hol', 'in', 'ju', 'kel', 'lo', 'mar', 'ne', 'pol', 'qui']

/** The words, the most frequent first. */
export const wordsOfLanguage = (): string[] => [
  ...FIRST,
  ...Array.from({ length: WORDS - FIRST.length }, (_, place) => syllablesOf(place + SYLLABLES.length)),
]

const syllablesOf = (place: number): string =>
  place === 0
    ? ''
    : syllablesOf(Math.floor(place / SYLLABLES.length)) + (SYLLABLES[place % SYLLABLES.length] ?? '')

/** Fills the company's inbox; the companies after it share as many messages again. */
async function fillInboxes(db: Database, accountId: number): Promise<void> {
  await sql`insert into customers (name, email) select 'Buyer ' || n, 'buyer' || n || '@bench.test' from generate_series(1, ${BUYERS}::int) n`.execute(
    db,
  )
  const { rows: others } = await sql<{ id: number }>`insert into accounts (title)
    select 'Account ' || n from generate_series(1, ${OTHER_COMPANIES}::int) n returning id`.execute(db)
  await sql`create table bench_words as select word, place::int as place
    from unnest(${wordsOfLanguage()}::text[]) with ordinality as words (word, place)`.execute(db)
  await sql`create unique index on bench_words (place)`.execute(db)
  await sql`select setseed(0.42)`.execute(db)
  await writeMessages(db, { accounts: [accountId], count: MESSAGES })
  await writeMessages(db, { accounts: others.map(({ id }) => id), count: OTHERS })
  await sql`drop table bench_words`.execute(db)
}

/** Spread over all buyers and the named companies, a minute apart. */
async function writeMessages(db: Database, { accounts, count }: { accounts: number[]; count: number }) {
  await sql`insert into properties (account_id, address, city, state, zip)
    select id, '12 Quitman St', 'Houston', 'TX', '77026' from unnest(${accounts}::bigint[]) id`.execute(db)
  await sql`insert into chats (customer_id, account_id)
    select c.id, a from customers c cross join unnest(${accounts}::bigint[]) a
    where c.id % ${accounts.length}::int = a % ${accounts.length}::int on conflict do nothing`.execute(db)
  const said = sql`(select string_agg(word, ' ' order by at) from (
      select at, (1 + floor(exp(random() * ln(${WORDS}::float8)) - 1))::int as place
      from generate_series(1, ${WORDS_OF_MESSAGE}::int + n * 0) at) picked join bench_words using (place))`
  const { rows: chats } = await sql<{ id: number }>`
    select id from chats where account_id = any(${accounts}::bigint[]) order by id`.execute(db)
  const ids = chats.map(({ id }) => id)
  for (let from = 0; from < count; from += BATCH)
    await sql`insert into messages (customer_id, account_id, type, body, sort_at, is_read)
      select c.customer_id, c.account_id, case when n % 3 = 0 then 'inbound' else 'outbound' end, ${said},
        now() - make_interval(mins => ${count - from}::int - n), true
      from generate_series(1, ${BATCH}::int) n
      join chats c on c.id = (${ids}::bigint[])[1 + (${from}::int + n) % ${ids.length}::int]`.execute(db)
  await sql`with asked as (
      insert into inquiries (property_id, customer_id, account_id, type, message)
      select p.id, m.customer_id, m.account_id, 'message', m.body || '#' || m.id
      from messages m join properties p on p.account_id = m.account_id
      where m.account_id = any(${accounts}::bigint[]) and m.id % ${QUESTION_EVERY}::int = 0
      returning id, message)
    update messages set body = null, inquiry_id = asked.id from asked
    where messages.id = split_part(asked.message, '#', 2)::bigint`.execute(db)
  await sql`update chats set last_message_id = m.id, last_message_at = m.sort_at
    from (select distinct on (customer_id, account_id) id, customer_id, account_id, sort_at from messages
      order by customer_id, account_id, sort_at desc, id desc) m
    where m.customer_id = chats.customer_id and m.account_id = chats.account_id`.execute(db)
}

interface SellerBench {
  db: Database
  accountId: number
  /** Rejects unless it is answered with 200. */
  ask(url: string): Promise<void>
}

/** A server without a socket, whose first company has the messages above. `fill` adds more before the database is analyzed. */
export async function withFilledInboxes<T>(
  {
    name,
    database,
    fill,
  }: { name: string; database: OpenDatabase; fill?: (of: SellerBench) => Promise<void> },
  measure: (of: SellerBench) => Promise<T>,
): Promise<T> {
  await database.migrate()
  const server = await startTestServer({ database, limits: { requestsPerMinute: 10_000_000 } })
  try {
    const { db } = database
    const seller = await server.addAccount()
    const of: SellerBench = {
      db,
      accountId: seller.id,
      async ask(url) {
        const headers = { authorization: `Bearer ${seller.token}` }
        const { statusCode } = await server.app.inject({ method: 'GET', url, headers })
        if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`)
      },
    }
    process.stdout.write(`${name}: filling\n`)
    await fillInboxes(db, seller.id)
    await fill?.(of)
    // PostgreSQL does so by itself after a while; the embedded database never does.
    if (database.kind === 'postgres') await sql`vacuum analyze`.execute(db)
    return await measure(of)
  } finally {
    await server.close()
  }
}
