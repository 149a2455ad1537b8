/** Puts the demo world into an empty database, once. Knows afterwards that, when and how large the world was made. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { hashPassword } from '#server/accounts/login/passwords.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { seedCompanies } from './companies.ts'
import { scriptedMessages } from './conversations.ts'
import { DEALS } from './deals.ts'
import { customerId } from './ids.ts'
import { type LongThread, longThread } from './long-thread.ts'
import { daysAgo } from './moments.ts'
import { ACCOUNTS, CUSTOMERS, MEMBERS } from './people.ts'
import { seededRandom } from './random.ts'
import { type Row, rowsOf, type Tables } from './rows.ts'
import { insertRows, moveSequence } from './seeded-deals/insert-rows.ts'
import { seedDeals, writePriceHistories } from './seeded-deals/seed-deals.ts'
import { seedMoney } from './seeded-money/seed-money.ts'
import { offerMessages } from './seeded-offers/offer-messages.ts'
import { seedOffers } from './seeded-offers/seed-offers.ts'
import { seedProofs } from './seeded-proofs/seed-proofs.ts'
import { seedReviews } from './seeded-reviews/seed-reviews.ts'
import { learnSeededBoxes, setUpBuyers } from './set-up-buyers.ts'
import { setUpDeals } from './set-up-deals.ts'
import { STAFF, setUpStaff } from './staff.ts'
import type { World } from './world.ts'

export interface SeededWorld {
  /** Size of each long thread. */
  messages: number
  /** How many LLCs and trusts the registry was seeded with. */
  companies: number
  /** How many deals it was seeded with, the scripted ones among them. */
  deals: number
  seededAt: Date
}

export interface SeedSettings {
  messages: number
  companies: number
  deals: number
  nowMs: number
  onProgress?: (line: string) => void
}

/** The database has people in it that are not the demo's. */
export class NotADemoWorld extends Error {
  override readonly name = 'NotADemoWorld'
  constructor() {
    super(
      'This database already holds customers or accounts that are not the demo world’s, so nothing was put into it. ' +
        'Give npm start an empty database (DATABASE_URL) or another directory (--data).',
    )
  }
}

const ROWS_PER_INSERT = 5_000
/** Any fixed number: the key of the advisory lock that keeps two starting nodes from seeding one database twice. */
const SEED_LOCK = 184_512

/**
 * A world of an earlier release: `companies` is null before buyers could set anything up, `deals` before there were any but the
 * scripted; `hasClosings` is false before deals could be closed.
 */
export type FoundWorld = Omit<SeededWorld, 'companies' | 'deals'> &
  Record<'companies' | 'deals', number | null> & { hasClosings: boolean }

/** What was seeded earlier, or null. */
export async function readSeededWorld(db: Kysely<never> | Database): Promise<FoundWorld | null> {
  const table = await sql<{ name: string | null }>`select to_regclass('demo_world')::text as name`.execute(db)
  if (!table.rows[0]?.name) return null
  const { rows } = await sql<{
    messages: number
    seeded_at: Date
    companies?: number | null
    deals?: number | null
    has_closings?: boolean
  }>`
    select * from demo_world`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { companies = null, deals = null, has_closings: hasClosings = false } = row
  return { messages: row.messages, companies, deals, hasClosings, seededAt: new Date(row.seeded_at) }
}

/**
 * All or nothing. A world that exists stays as it is; one of an earlier release gets what it has not yet. Rejects with
 * `NotADemoWorld` for a database of somebody else.
 */
export async function seedOnce(
  db: Database,
  { messages, companies, deals, nowMs, onProgress = () => {} }: SeedSettings,
): Promise<SeededWorld & { isNew: boolean }> {
  const existing = await readSeededWorld(db)
  if (isWhole(existing)) return { ...sizeOf(existing), isNew: false }
  // Outside of the transaction: hashing is slow on purpose, and PGlite has one connection.
  const hashes = await hashPasswords()
  const tables = rowsOf(makeWorld({ messages, nowMs }), hashes)
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(SEED_LOCK)})`.execute(trx)
    const other = await readSeededWorld(trx)
    if (isWhole(other)) return { ...sizeOf(other), isNew: false }
    if (!other) {
      await refuseForeignDatabase(trx)
      await insertTables(trx, tables, onProgress)
      await writeDown(trx, messages, new Date(nowMs))
    }
    if (other?.companies == null) {
      if (other)
        await insertAll(trx, { table: 'customers', rows: await missing(trx, tables.customers), onProgress })
      await addCompanies(trx, { companies, nowMs, onProgress })
      await sql`alter table demo_world add column if not exists companies integer`.execute(trx)
      await sql`update demo_world set companies = ${companies}`.execute(trx)
    }
    if (other?.deals == null) {
      await addDeals(trx, { deals, nowMs, onProgress })
      await sql`alter table demo_world add column if not exists deals integer`.execute(trx)
      await sql`update demo_world set deals = ${deals}`.execute(trx)
    }
    await setUpClosings(trx, nowMs)
    await setUpStaff(trx, hashes)
    // What the world went through before it opened is news to nobody.
    await trx.deleteFrom('deliveries').execute()
    await trx.deleteFrom('notifications').execute()
    await sql`alter table demo_world add column if not exists has_closings boolean not null default true`.execute(
      trx,
    )
    const { seededAt = new Date(nowMs) } = other ?? {}
    const size = { messages: other?.messages ?? messages, companies: other?.companies ?? companies }
    return { ...size, deals: other?.deals ?? deals, seededAt, isNew: other === null }
  })
}

const sizeOf = ({ messages, companies, deals, seededAt }: SeededWorld): SeededWorld => ({
  messages,
  companies,
  deals,
  seededAt,
})

const isWhole = (world: FoundWorld | null): world is FoundWorld & SeededWorld =>
  world !== null && world.companies !== null && world.deals !== null && world.hasClosings

type Adding = Pick<SeedSettings, 'nowMs'> & { onProgress: (line: string) => void }

export async function insertTables(
  db: Database,
  tables: Tables,
  onProgress: (line: string) => void,
): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) await insertAll(db, { table, rows, onProgress })
}

/** And what buyers set up, whose rows are there: some have linked companies and learned from them. */
export async function addCompanies(
  trx: Transaction<Schema>,
  { companies, nowMs, onProgress }: Adding & Pick<SeedSettings, 'companies'>,
): Promise<void> {
  await seedCompanies(trx, { count: companies, nowMs, onProgress })
  await setUpBuyers(trx, new Date(nowMs))
  await learnSeededBoxes(trx, nowMs)
}

/** To a world that has the scripted ones as cards. */
export async function addDeals(
  db: Database,
  { deals, nowMs, onProgress }: Adding & Pick<SeedSettings, 'deals'>,
): Promise<void> {
  await setUpDeals(db, nowMs)
  const visitorIds = CUSTOMERS.filter(({ password }) => password === null).map(({ key }) => customerId(key))
  await seedDeals(db, { count: deals, nowMs, visitorIds, onProgress })
  await writePriceHistories(db)
}

async function writeDown(db: Database, messages: number, at: Date): Promise<void> {
  await sql`create table demo_world (messages integer not null, seeded_at timestamptz not null, companies integer, deals integer)`.execute(
    db,
  )
  await sql`insert into demo_world (messages, seeded_at) values (${messages}, ${at.toISOString()})`.execute(
    db,
  )
}

/** The buyers that an earlier release did not have. */
async function missing(db: Database, customers: Row[]): Promise<Row[]> {
  const there = await db.selectFrom('customers').select('id').execute()
  const ids = new Set(there.map(({ id }) => id))
  return customers.filter(({ id }) => !ids.has(Number(id)))
}

async function hashPasswords(): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const { key, password } of [...CUSTOMERS, ...MEMBERS, ...STAFF])
    if (password !== null) hashes.set(key, await hashPassword(password))
  return hashes
}

async function refuseForeignDatabase(db: Database): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select 1 from customers) or exists (select 1 from accounts) as taken`.execute(db)
  if (rows[0]?.taken) throw new NotADemoWorld()
}

async function insertAll(
  db: Database,
  { table, rows, onProgress }: { table: string; rows: Row[]; onProgress: (line: string) => void },
): Promise<void> {
  if (rows.length === 0) return
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await insertRows(db, table, rows.slice(from, from + ROWS_PER_INSERT))
    if (rows.length > ROWS_PER_INSERT)
      onProgress(`seeded ${Math.min(from + ROWS_PER_INSERT, rows.length)} of ${rows.length} ${table}`)
  }
  await moveSequence(db, table)
}

interface WorldSize {
  /** How many messages each of the long threads has. */
  messages: number
  nowMs: number
  seed?: number
}

const SEED = 1_845

const LONG_THREADS: readonly LongThread[] = [
  {
    customer: 'buyer1',
    account: 'third-coast',
    deals: ['avenue-f', 'lyons'],
    endsAt: daysAgo(41, '16:34'),
    lastWords: 'Our title company wires the same day if you sign before noon.',
  },
  {
    customer: 'buyer2',
    account: 'sabine-ridge',
    deals: ['providence'],
    endsAt: daysAgo(1, '12:18'),
    lastWords: 'Then Thursday. Bring the check, I bring the keys.',
  },
]

/** The whole demo world as plain data. Pure: the same seed, size and moment make the same world. */
export function makeWorld({ messages, nowMs, seed = SEED }: WorldSize): World {
  const long = LONG_THREADS.flatMap((thread, index) =>
    longThread(thread, messages, { nowMs, random: seededRandom(seed + index) }),
  )
  return {
    accounts: ACCOUNTS,
    members: MEMBERS,
    customers: CUSTOMERS,
    deals: DEALS,
    messages: [...scriptedMessages(nowMs), ...offerMessages(nowMs), ...long],
  }
}

/**
 * What deals are closed with: the seeded people's offers, money and files, and what they say of each other. Inside of
 * the transaction that seeds, when deals and conversations are there.
 */
export async function setUpClosings(db: Database, nowMs: number): Promise<void> {
  await seedProofs(db, nowMs)
  await seedMoney(db, nowMs)
  await seedOffers(db, nowMs)
  await seedReviews(db, nowMs)
}
