/** Puts the made-up deals into the database, with their sellers, price histories, open houses and papers. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Row } from '../rows.ts'
import { insertRows, moveSequence } from './insert-rows.ts'
import { dealMaker, type InsertedSeller } from './make-deals.ts'
import { papersOf } from './papers.ts'
import { makeSellers, type Seller } from './sellers.ts'
import { readTowns, type Town } from './towns.ts'
import { type Visit, visitMaker } from './visits.ts'

export interface SeedDealsSettings {
  /** How many deals there are at the end, those that are there already among them. */
  count: number
  nowMs: number
  /** Buyers without a login, who may have registered for open houses. */
  visitorIds: readonly number[]
  onProgress?: (line: string) => void
}

const DEALS_PER_BATCH = 5000
const SELLERS_MIN = 24
/** Made-up sellers there are at most; their accounts come right after the scripted ones. */
export const SELLERS_MAX = 340
const DEALS_PER_SELLER = 160

/** Inside of the transaction that seeds. */
export async function seedDeals(db: Database, settings: SeedDealsSettings): Promise<void> {
  const { count, nowMs, visitorIds, onProgress = () => {} } = settings
  const firstId = (await highestId(db, 'properties')) + 1
  if (count < firstId) return
  const towns = await readTowns()
  const sellers = await insertSellers(db, towns, count)
  const make = dealMaker({ nowMs, towns, sellers })
  const visitsOf = visitMaker({ nowMs, visitorIds })
  const visits: Visit[] = []
  for (let from = firstId; from <= count; from += DEALS_PER_BATCH) {
    const ids = Array.from(
      { length: Math.min(DEALS_PER_BATCH, count - from + 1) },
      (_, index) => from + index,
    )
    const deals = ids.map((id) => ({ id, ...make(id - 1) }))
    await insertRows(db, 'properties', deals)
    await insertRows(
      db,
      'property_documents',
      deals.flatMap((deal) => papersOf(deal.id, deal.published_at)),
    )
    visits.push(...deals.flatMap((deal) => visitsOf(deal, deal.id)))
    if (count > DEALS_PER_BATCH) onProgress(`seeded ${from + ids.length - 1} of ${count} deals`)
  }
  await moveSequence(db, 'properties')
  await insertVisits(db, visits)
}

/** Also of deals whose facts were written otherwise: call it once, when all are there. */
export async function writePriceHistories(db: Database): Promise<void> {
  await sql`insert into price_changes (property_id, kind, price, status, at)
    select id, 'listed', coalesce(first_price, price), null::smallint, published_at from properties
      where published_at is not null and price is not null
    union all
    select id, 'price', price, null, published_at + (updated_at - published_at) / 2 from properties
      where price < first_price and published_at is not null
    union all
    select id, 'status', null, status, updated_at from properties
      where status <> 0 and updated_at is not null`.execute(db)
  // The planner knows nothing of rows that came in one transaction.
  for (const table of ['properties', 'price_changes', 'property_documents', 'open_houses'])
    await sql`analyze ${sql.table(table)}`.execute(db)
}

async function insertSellers(db: Database, towns: readonly Town[], count: number): Promise<InsertedSeller[]> {
  const wanted = Math.min(SELLERS_MAX, Math.max(SELLERS_MIN, Math.ceil(count / DEALS_PER_SELLER)))
  const sellers = await makeSellers(wanted, towns)
  const firstAccount = (await highestId(db, 'accounts')) + 1
  const firstMember = (await highestId(db, 'account_members')) + 1
  await insertRows(
    db,
    'accounts',
    sellers.map((seller, index) => accountRow(seller, firstAccount + index)),
  )
  const members: Row[] = []
  const inserted = sellers.map((seller, index): InsertedSeller => {
    const accountId = firstAccount + index
    const [first = 0, ...rest] = seller.members.map((member) => {
      const id = firstMember + members.length
      members.push({ id, account_id: accountId, ...member })
      return id
    })
    return { accountId, memberIds: [first, ...rest], state: seller.state }
  })
  await insertRows(db, 'account_members', members)
  await moveSequence(db, 'accounts')
  await moveSequence(db, 'account_members')
  return inserted
}

const accountRow = ({ title, rating, reviews, isVerified }: Seller, id: number): Row => ({
  id,
  title,
  rating,
  reviews_count: reviews,
  is_verified: isVerified,
})

async function insertVisits(db: Database, visits: readonly Visit[]): Promise<void> {
  const firstId = (await highestId(db, 'open_houses')) + 1
  await insertRows(
    db,
    'open_houses',
    visits.map(({ row }, index) => ({ id: firstId + index, ...row })),
  )
  await moveSequence(db, 'open_houses')
  const registrations = visits.flatMap(({ registeredIds }, index) =>
    registeredIds.map((customerId) => ({
      open_house_id: firstId + index,
      customer_id: customerId,
      state: 'registered',
    })),
  )
  await insertRows(db, 'open_house_registrations', registrations)
}

/** By primary key. */
async function highestId(
  db: Database,
  table: 'properties' | 'accounts' | 'account_members' | 'open_houses',
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}
