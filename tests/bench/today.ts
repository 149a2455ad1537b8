/**
 * The seller's Today of a company with 2,000 deals and 100,000 messages, on PGlite and on PostgreSQL, through the whole server without a
 * socket: the list of what waits, and the figures.
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { BUYERS, MESSAGES, withFilledInboxes } from './inbox-search-data.ts'
import { onBothDatabases } from './postgres.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'

const GOAL_MS = 300
const ROUNDS = 10
const DEALS = 2_000
const VIEWS = 300_000
const REQUESTS = 10_000
const OFFERS = 6_000
/** Views, requests and offers are spread over so many days. */
const DAYS = 180
const STATES = ['submitted', 'rejected', 'expired', 'under_contract', 'closed', 'withdrawn']

export async function benchToday(): Promise<void> {
  publish({
    id: 'today',
    title: 'The seller’s Today',
    command: 'npm run bench -- today',
    note: `A company with ${thousands(DEALS)} deals, ${thousands(VIEWS)} views, ${thousands(REQUESTS)} address requests and ${thousands(OFFERS)} offers in ${DAYS} days, and ${thousands(MESSAGES)} messages of ${thousands(BUYERS)} buyers, including HTTP handling; ${ROUNDS} calls each. The goal is ${GOAL_MS} ms at p95.`,
    head: ['Database', 'Call', 'p50', 'p95', 'vs. goal'],
    rows: await onBothDatabases(measureAll),
  })
}

const measureAll = (name: string, database: OpenDatabase): Promise<string[][]> =>
  withFilledInboxes({ name, database, fill: fillDeals }, async ({ ask }) => {
    const rows: string[][] = []
    for (const url of ['/account/api/today', '/account/api/today/figures']) {
      const samples: number[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const startedAt = performance.now()
        await ask(url)
        // The first one is not counted.
        if (round > 0) samples.push(performance.now() - startedAt)
      }
      const p95 = quantile(samples, 0.95)
      rows.push([name, `GET ${url}`, ms(quantile(samples, 0.5)), ms(p95), times(p95 / GOAL_MS)])
    }
    return rows
  })

async function fillDeals({ db, accountId }: { db: Database; accountId: number }): Promise<void> {
  const ago = sql`now() - random() * make_interval(days => ${sql.lit(DAYS)})`
  await sql`insert into properties (account_id, address, city, state, zip, listing, price, arv, published_at)
    select ${accountId}::bigint, n || ' Elm St', 'Houston', 'TX', '77026', 'listed', 150000, 200000, now() - interval '9 days'
    from generate_series(1, ${DEALS}::int) n`.execute(db)
  const { rows: deals } = await sql<{ id: number }>`
    select id from properties where account_id = ${accountId}::bigint`.execute(db)
  const ids = deals.map(({ id }) => id)
  const deal = sql`(${ids}::bigint[])[1 + n % ${ids.length}::int]`
  const buyer = sql`(select min(id) from customers) + n % ${sql.lit(BUYERS)}`
  await sql`insert into ui_events
      (event_type_slug, session_id, property_id, activity_start, last_activity, seen_at)
    select 'property_viewed', 'bench ' || n, ${deal}, at, at, at
    from (select n, ${ago} as at from generate_series(1, ${VIEWS}::int) n) seen`.execute(db)
  await sql`insert into inquiries (property_id, customer_id, account_id, type, state, created_at)
    select ${deal}, ${buyer}, ${accountId}::bigint, 'address_request',
      case when n % 50 = 0 then 'pending' else 'granted' end, ${ago}
    from generate_series(1, ${REQUESTS}::int) n on conflict do nothing`.execute(db)
  await sql`with made as (
      insert into offers (property_id, customer_id, account_id, price_cents, state, submitted_at, expires_at)
      select ${deal}, ${buyer}, ${accountId}::bigint, 15000000, (${STATES}::text[])[1 + n % ${STATES.length}::int],
        at, at + interval '2 days'
      from (select n, ${ago} as at from generate_series(1, ${OFFERS}::int) n) sent on conflict do nothing
      returning id, state, submitted_at)
    insert into offer_moves (offer_id, kind, by, from_state, to_state, terms, created_at)
    select id, kind, case kind when 'submit' then 'buyer' else 'seller' end, 'draft', state, '{}', submitted_at
    from made cross join unnest(array['submit', 'sign', 'close']) kind
    where kind = 'submit' or kind = 'sign' and state in ('under_contract', 'closed')
      or kind = 'close' and state = 'closed'`.execute(db)
}
