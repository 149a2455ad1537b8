/** The demo's registry of LLCs and trusts with what they bought: made up, the same every time, written in batches. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import { MARKETS } from './company-markets.ts'
import { companyNames } from './company-names.ts'
import { type DemoPurchase, makePurchases, purchaseCount } from './company-purchases.ts'
import { KNOWN_COMPANIES, type KnownCompany } from './known-companies.ts'
import { type Random, seededRandom } from './random.ts'
import type { Row } from './rows.ts'

export interface CompaniesSettings {
  /** How many, the known ones among them. */
  count: number
  /** No purchase is later. */
  nowMs: number
  onProgress?: (line: string) => void
}

const SEED = 20_000
/** Enough to have met nearly every one that faker knows. */
const SURNAMES_DRAWN = 4000
const COMPANIES_PER_BATCH = 5000
/** One in so many was founded in another state than it buys in. */
const FOREIGN_EVERY = 9
const FOREIGN_STATES = ['DE', 'WY', 'NV'] as const

/**
 * Fills the registry. One that has companies stays as it is, so it may be called at every start; it may run inside of a
 * transaction or on its own.
 */
export async function seedCompanies(db: Database, settings: CompaniesSettings): Promise<void> {
  const { count, nowMs, onProgress = () => {} } = settings
  const there = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
  if (there || count <= 0) return
  const companies = await makeCompanies(count, nowMs)
  for (let from = 0; from < companies.length; from += COMPANIES_PER_BATCH) {
    const batch = companies.slice(from, from + COMPANIES_PER_BATCH)
    await insert(
      db,
      'companies',
      batch.map((company, index) => companyRow(company, from + index + 1)),
    )
    const purchases = batch.flatMap(({ purchases }, index) =>
      purchases.map((purchase) => purchaseRow(purchase, from + index + 1)),
    )
    await insert(db, 'company_purchases', purchases)
    onProgress(`seeded ${from + batch.length} of ${companies.length} companies`)
  }
  await sql`select setval(pg_get_serial_sequence('companies', 'id'), ${companies.length})`.execute(db)
}

/** The known ones first. The same count and moment make the same companies. */
export async function makeCompanies(count: number, nowMs: number): Promise<KnownCompany[]> {
  const random = seededRandom(SEED)
  const taken = new Set(KNOWN_COMPANIES.map(({ name }) => name))
  const nextName = companyNames(random, await surnames(), taken)
  const made = Array.from({ length: Math.max(0, count - KNOWN_COMPANIES.length) }, () => {
    const [home, other] = [pickMarket(random), pickMarket(random)]
    const isForeign = random.between(1, FOREIGN_EVERY) === 1
    const purchases = makePurchases(random, purchaseCount(random), { home, other, nowMs })
    return { ...nextName(), state: isForeign ? random.pick(FOREIGN_STATES) : home.state, purchases }
  })
  return [...KNOWN_COMPANIES, ...made].slice(0, Math.max(count, KNOWN_COMPANIES.length))
}

const pickMarket = (random: Random) => {
  const [first, ...rest] = MARKETS
  if (!first) throw new Error('There are no markets to buy in.')
  return random.pick([first, ...rest])
}

/** Read only when a world is made: faker is large. */
async function surnames(): Promise<[string, ...string[]]> {
  const { faker } = await import('@faker-js/faker/locale/en')
  faker.seed(SEED)
  const drawn = Array.from({ length: SURNAMES_DRAWN }, () => faker.person.lastName())
  const [first = 'Whitfield', ...rest] = new Set(drawn.filter((name) => !name.includes('-')))
  return [first, ...rest]
}

const companyRow = ({ name, kind, state, purchases }: KnownCompany, id: number): Row => ({
  id,
  name,
  search_name: foldText(name),
  state,
  kind,
  purchase_count: purchases.length,
})

const purchaseRow = (purchase: DemoPurchase, companyId: number): Row => ({
  company_id: companyId,
  purchased_on: purchase.purchasedOn,
  price: purchase.priceUsd,
  arv: purchase.arvUsd,
  sqft: purchase.sqft,
  beds: purchase.beds,
  baths: purchase.baths,
  year_built: purchase.yearBuilt,
  property_type_id: purchase.typeId,
  zip: purchase.zip,
  county_fips: purchase.countyFips,
  state: purchase.state,
})

/** A JSON array the database unfolds into rows: one parameter for a whole batch. */
async function insert(db: Database, table: 'companies' | 'company_purchases', rows: Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    db,
  )
}
