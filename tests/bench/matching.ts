/**
 * One changed deal matched against 1,000 to 100,000 buy boxes, on PGlite and on PostgreSQL: in a county whose boxes grow with all
 * boxes, and in one where twenty people buy however many there are elsewhere. Beside it, in the same database and run, what one would
 * write first: every box is read and held against the deal.
 */
import { sql } from 'kysely'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { rulesOf } from '#server/matching/matches/box-index.ts'
import { type MatchDealsDeps, matchChangedDeals } from '#server/matching/matches/match-deals.ts'
import { keysOfAreas } from '#shared/rules/matching/area-keys.ts'
import { scoreDeal } from '#shared/rules/matching/score.ts'
import type { BoxArea } from '#shared/rules/matching/scored-box.ts'
import { onBothDatabases } from './postgres.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'

const SIZES = [1_000, 10_000, 100_000] as const
/** About as many as the US has with deals in them. */
const COUNTIES = 2_000
const QUIET_BOXES = 20
const ROUNDS = 20
const NAIVE_ROUNDS = 1
const PRICE = 185_000

export async function benchMatching(): Promise<void> {
  publish({
    id: 'matching',
    title: 'Matching a deal',
    command: 'npm run bench -- matching',
    note: `Median of ${ROUNDS} changes of one deal: reading it, querying the area index, scoring it, storing the matches. The boxes are in ${thousands(COUNTIES)} counties, one county each, half of them for prices above the deal’s price. In the quiet county there are always ${QUIET_BOXES} buyers, whatever the number of boxes. “Every box” reads all boxes and scores the deal against each, without storing anything, median of ${NAIVE_ROUNDS}.`,
    head: [
      'Database',
      'Boxes',
      'Matches',
      'Usual county',
      'growth',
      'Quiet county',
      'growth',
      'Every box',
      'growth',
    ],
    rows: await onBothDatabases(measureAll),
  })
}

interface Measured {
  usual: number
  quiet: number
  naive: number
}

async function measureAll(name: string, database: OpenDatabase): Promise<string[][]> {
  await database.migrate()
  const { db } = database
  const deps: MatchDealsDeps = { db, secret: 'a secret for benchmarks', nowMs: Date.now, quietMs: 0 }
  const account = await sql<{
    id: number
  }>`insert into accounts (title) values ('Homes') returning id`.execute(db)
  const accountId = account.rows[0]?.id ?? 0
  const [usualDeal, quietDeal] = [
    await addDeal(db, accountId, 'Usual 7'),
    await addDeal(db, accountId, 'Quiet'),
  ]
  const rows: string[][] = []
  let first: Measured | null = null
  let filled = 0
  await addBoxes(database, { from: 900_001, to: 900_000 + QUIET_BOXES, county: 'Quiet' })
  for (const size of SIZES) {
    process.stdout.write(`${name}: filling to ${thousands(size)} boxes\n`)
    await addBoxes(database, { from: filled + 1, to: size, county: null })
    filled = size
    await matchChangedDeals(deps)
    const now: Measured = {
      usual: await median(ROUNDS, () => rematch(deps, usualDeal)),
      quiet: await median(ROUNDS, () => rematch(deps, quietDeal)),
      naive: await median(NAIVE_ROUNDS, () => askEveryBox(database)),
    }
    first ??= now
    const growth = (what: keyof Measured) => times(now[what] / (first?.[what] ?? Number.NaN))
    rows.push([
      name,
      thousands(size),
      thousands(await matchesOf(db, usualDeal)),
      ms(now.usual),
      growth('usual'),
      ms(now.quiet),
      growth('quiet'),
      ms(now.naive),
      growth('naive'),
    ])
  }
  await database.close()
  return rows
}

type Db = OpenDatabase['db']

async function addDeal(db: Db, accountId: number, county: string): Promise<number> {
  const row = await db
    .insertInto('properties')
    .values({
      account_id: accountId,
      address: '412 Live Oak St',
      city: 'Waco',
      state: 'TX',
      zip: '76701',
      county,
      price: PRICE,
      arv: 260_000,
      beds: 3,
      baths: 2,
      sqft: 1640,
      latitude: 31.549,
      longitude: -97.146,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Changes the deal, then says how long matching it took. */
async function rematch(deps: MatchDealsDeps, dealId: number): Promise<number> {
  await deps.db.transaction().execute((trx) => bumpDealRevision(trx, dealId))
  const started = performance.now()
  await matchChangedDeals(deps)
  return performance.now() - started
}

/** One customer with one box each, as `indexBoxes` leaves them; written in bulk. Without a county, evenly over all of them. */
async function addBoxes(
  { db }: OpenDatabase,
  { from, to, county }: { from: number; to: number; county: string | null },
): Promise<void> {
  const names = county === null ? Array.from({ length: COUNTIES }, (_, index) => `Usual ${index}`) : [county]
  const counties = names.map((name, place) => {
    const area: BoxArea = {
      kind: 'place',
      label: `${name} County, TX`,
      center: { lat: 31.5, lng: -97 },
      place: { kind: 'county', name, state: 'TX' },
    }
    return { place, area, key: keysOfAreas([area])[0] }
  })
  const ids = sql`generate_series(${from}::int, ${to}::int) n`
  await sql`insert into customers (id, name, email) overriding system value
    select n, 'Buyer ' || n, 'buyer' || n || '@bench.test' from ${ids}`.execute(db)
  await sql`insert into buy_boxes (id, customer_id, name, mode) overriding system value
    select n, n, 'Box', 'manual' from ${ids}`.execute(db)
  await sql`insert into matched_customers (customer_id, indexed_changes, matched_changes) select n, 1, 1 from ${ids}`.execute(
    db,
  )
  const placed = sql`(select n, case when n / ${COUNTIES}::int % 2 = 0 then 250000 else 150000 end as price_max, c.*
    from ${ids} join jsonb_to_recordset(${JSON.stringify(counties)}::jsonb) as c(place int, area jsonb, key text)
      on c.place = n % ${names.length}::int) boxes`
  await sql`insert into box_rules (box_id, rules)
    select n, jsonb_build_object('id', n, 'name', 'Box', 'boughtIn', '[]'::jsonb, 'areas', jsonb_build_array(area),
      'criteria', jsonb_build_array(jsonb_build_object('key', 'price', 'max', price_max, 'is_hard', true)))
    from ${placed}`.execute(db)
  await sql`insert into box_areas (key, box_id, customer_id, price_max) select key, n, n, price_max from ${placed}`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}

/** As one would write it first. */
async function askEveryBox({ db }: OpenDatabase): Promise<number> {
  const started = performance.now()
  const ids = await db.selectFrom('box_rules').select('box_id').execute()
  const rules = await rulesOf(
    db,
    ids.map(({ box_id }) => box_id),
  )
  let fitting = 0
  for (const box of rules.values()) if (scoreDeal(DEAL, box).isMatch) fitting++
  if (fitting === 0) throw new Error('No box fits the deal.')
  return performance.now() - started
}

const DEAL = {
  state: 'TX',
  county: 'Usual 7',
  city: 'Waco',
  zip: '76701',
  at: { lat: 31.549, lng: -97.146 },
  price: PRICE,
  arv: 260_000,
  arvPercent: 71.2,
  spread: 75_000,
  typeId: null,
  beds: 3,
  baths: 2,
  sqft: 1640,
  year: null,
  condition: null,
  parkingId: null,
  occupancy: null,
  tags: 0,
  accountId: 1,
}

async function matchesOf(db: Db, dealId: number): Promise<number> {
  const { count } = await db
    .selectFrom('matches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('property_id', '=', dealId)
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function median(rounds: number, run: () => Promise<number>): Promise<number> {
  const samples: number[] = []
  for (let round = 0; round < rounds; round++) samples.push(await run())
  return quantile(samples, 0.5)
}
