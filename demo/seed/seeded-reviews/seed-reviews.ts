/** Reviews of the seeded world, as many and as good as its accounts' ratings say; ratings are then counted from them. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { seededRandom } from '../random.ts'
import type { Row } from '../rows.ts'
import { insertRows, moveSequence } from '../seeded-deals/insert-rows.ts'
import { scriptedReviews } from './scripted-reviews.ts'
import { answerTo, COMPANY_WORDS, companyWords, reviewText } from './words.ts'

const SEED = 4_711
const DAY_MS = 24 * 60 * 60_000
const OLDEST_DAYS = 720
/** All of them have been shown. */
const YOUNGEST_DAYS = 15
const DAYS_BEFORE = 60
const ANSWERED_EVERY = 5
const DEALS_PER_ACCOUNT = 12

interface Standing {
  id: number
  title: string
  rating: number | null
  reviews_count: number
  state: string | null
}

/** Inside of the transaction that seeds. */
export async function seedReviews(db: Database, nowMs: number): Promise<void> {
  const buyers = formerBuyers(nowMs)
  await insertRows(db, 'customers', buyers)
  const accounts = await standings(db)
  const scripted = scriptedReviews(nowMs)
  const sold = await soldDeals(db)
  const rows = [...scripted.map(({ row }) => row)]
  const random = seededRandom(SEED)
  for (const account of accounts) {
    const own = scripted.filter(({ row }) => row.account_id === account.id && row.about === 'account').length
    const count = Math.min(REVIEWERS_MAX, Math.max(0, account.reviews_count - own))
    const stars = starsFor(account.rating ?? 0, count)
    const deals = sold.get(account.id) ?? []
    for (const [index, rating] of stars.entries()) {
      const days = YOUNGEST_DAYS + random.between(0, OLDEST_DAYS - YOUNGEST_DAYS)
      const at = new Date(nowMs - days * DAY_MS - random.between(0, DAY_MS)).toISOString()
      const propertyId = index % 3 === 0 ? (deals[random.between(0, DEALS_PER_ACCOUNT)] ?? null) : null
      rows.push({
        about: 'account',
        account_id: account.id,
        customer_id: buyers[index]?.id ?? null,
        property_id: propertyId,
        is_verified_deal: propertyId !== null,
        rating,
        scores: {},
        content: reviewText(random, rating),
        created_at: at,
        published_at: at,
        announced_at: at,
        edited_at: null,
      })
    }
  }
  const numbered = rows.map((row, index): Row => ({ id: index + 1, ...row }))
  await insertRows(db, 'reviews', numbered)
  await moveSequence(db, 'reviews')
  await insertRows(db, 'review_responses', responses(numbered, scripted))
  await introduceCompanies(db, accounts, nowMs)
  await countRatings(db)
}

/** With the state most of its deals are in. */
async function standings(db: Database): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select accounts.id, title, rating, reviews_count, place.state from accounts
    left join lateral (select state from properties where account_id = accounts.id
      group by state order by count(*) desc, state limit 1) as place on true
    order by accounts.id`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

async function soldDeals(db: Database): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await sql<{ account_id: number; id: number }>`
    select account_id, id from (
      select account_id, id, row_number() over (partition by account_id order by id) as place
      from properties where status = 2) as sold
    where place <= ${sql.lit(DEALS_PER_ACCOUNT)} order by account_id, id`.execute(db)
  const deals = new Map<number, number[]>()
  for (const { account_id, id } of rows)
    deals.set(Number(account_id), [...(deals.get(Number(account_id)) ?? []), Number(id)])
  return deals
}

/** What a review that is below five stars takes of what is missing, in turn: mostly one star, now and then all of them. */
const STEPS = [1, 1, 2, 1, 1, 4, 1, 1, 1, 2, 3] as const

/** As many stars as make the rating. */
function starsFor(rating: number, count: number): number[] {
  const stars = Array.from({ length: count }, () => 5)
  let left = Math.round((5 - rating) * count)
  for (let turn = 0; left > 0 && turn < 4 * count; turn++) {
    // Not in a row, and from the front again when all have been there.
    const index = (turn * 3 + Math.floor((turn * 3) / count)) % count
    const taken = Math.min(left, STEPS[turn % STEPS.length] ?? 1, (stars[index] ?? 1) - 1)
    stars[index] = (stars[index] ?? 5) - taken
    left -= taken
  }
  return stars
}

function responses(rows: readonly Row[], scripted: ReturnType<typeof scriptedReviews>): Row[] {
  const random = seededRandom(SEED + 1)
  const of = (row: Row, content: string): Row => ({
    review_id: Number(row.id),
    content,
    edited_at: null,
    created_at: new Date(Date.parse(String(row.published_at)) + DAY_MS).toISOString(),
  })
  return rows.flatMap((row, index) => {
    const script = scripted[index]
    if (script) return script.response === null ? [] : [of(row, script.response)]
    return index % ANSWERED_EVERY === 0 ? [of(row, answerTo(random, Number(row.rating)))] : []
  })
}

/** They are older than what is said of them. */
async function introduceCompanies(db: Database, accounts: readonly Standing[], nowMs: number): Promise<void> {
  const oldest = new Date(nowMs - (OLDEST_DAYS + DAYS_BEFORE) * DAY_MS).toISOString()
  await sql`update accounts set created_at = ${oldest}::timestamptz - make_interval(days => (id * 37 % 1500)::integer)`.execute(
    db,
  )
  const about = accounts
    .filter(({ title }) => title !== '')
    .map(({ id, title, state }) => ({
      id,
      about: COMPANY_WORDS[title] ?? companyWords({ id, title, state }),
    }))
  await sql`update accounts set about = said.about
    from json_to_recordset(${JSON.stringify(about)}::json) as said (id bigint, about text)
    where accounts.id = said.id and accounts.about is null`.execute(db)
}

/** What a server would have counted, of all accounts at once. */
async function countRatings(db: Database): Promise<void> {
  await sql`update accounts set rating = counted.average, reviews_count = counted.reviews
    from (select accounts.id, round(avg(reviews.rating), 2)::double precision as average,
        count(reviews.id)::integer as reviews
      from accounts left join reviews on reviews.account_id = accounts.id
        and reviews.about = 'account' and announced_at is not null
      group by accounts.id) as counted
    where counted.id = accounts.id`.execute(db)
  await sql`analyze reviews`.execute(db)
}

const FIRST_ID = 100_001
const FIRST_NAMES = ['Alma', 'Boyd', 'Celia', 'Dwight', 'Edith', 'Floyd', 'Greta', 'Hollis'] as const
const LAST_NAMES = ['Archer', 'Bell', 'Coates', 'Draper', 'Ellison', 'Fenton', 'Garza', 'Hobbs'] as const

/** So many reviews an account has at most: one from each. */
const REVIEWERS_MAX = FIRST_NAMES.length * LAST_NAMES.length

/**
 * Buyers who have reviewed sellers and are long gone: they have no login, no conversation, and ids far behind everybody
 * else's.
 */
const formerBuyers = (nowMs: number): (Row & { id: number })[] =>
  Array.from({ length: REVIEWERS_MAX }, (_, index) => {
    // Neighbors share neither name.
    const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? FIRST_NAMES[0]
    const last =
      LAST_NAMES[(index + Math.floor(index / FIRST_NAMES.length)) % LAST_NAMES.length] ?? LAST_NAMES[0]
    return {
      id: FIRST_ID + index,
      name: `${first} ${last}`,
      first_name: first,
      last_name: last,
      email: `${first}.${last}@formerbuyers.example`.toLowerCase(),
      property_types: [],
      parking_types: [],
      created_at: new Date(nowMs - (800 + index) * DAY_MS).toISOString(),
    }
  })
