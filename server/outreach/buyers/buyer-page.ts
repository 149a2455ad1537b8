/** The buyers of an account, a page at a time, each with how well one of its deals fits them. */
import { type RawBuilder, sql } from 'kysely'
import type { ConsentProof, ConsentProofs } from '#server/core/database/campaign-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { type PageOf, pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import { STORED_RANK } from '#server/matching/matches/write-matches.ts'
import { buyerCards } from '#server/offers/offers/buyer-card.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { BuyerSource, KeptProofWire, SellerBuyerRowWire } from '#shared/contract/seller-buyers.ts'
import { consentsIn } from './consent-proofs.ts'
import { matchesOfBuyers } from './match-of-buyers.ts'

export interface BuyersDeps extends RoomDeps {
  listed: ListedDeals
}

export interface Asked {
  accountId: number
  /** Orders by how well it fits. */
  deal: number | null
  tag: string | null
  text: string
}

export interface BuyerRow {
  id: number
  customer_id: number | null
  email: string | null
  name: string | null
  customer_name: string | null
  source: BuyerSource
  tags: string[]
  has_consent: boolean
  phone: string | null
  consents: ConsentProofs
  is_unconfirmed: boolean
  created_at: Date
}

/** By account_buyers_latest; with a deal by its matches, which are fewer than the buyers. */
export async function buyerPage(db: Database, asked: Asked, page: number): Promise<PageOf<BuyerRow>> {
  const { limit, offset } = windowOf(page)
  const best =
    asked.deal === null
      ? sql``
      : sql`(select ${STORED_RANK} from matches m where m.customer_id = b.customer_id
    and m.property_id = ${asked.deal} and m.is_current) desc nulls last,`
  const { rows } = await sql<BuyerRow>`
    select b.id, b.customer_id, b.email, b.name, c.name as customer_name, b.source, b.tags, b.has_consent,
      b.phone, ${consentsIn('b')} as consents, b.unconfirmed <> '{}' as is_unconfirmed, b.created_at
    from account_buyers b left join customers c on c.id = b.customer_id
    where ${isAsked(asked)} order by ${best} b.id desc limit ${limit} offset ${offset}`.execute(db)
  return pageOf(rows)
}

export async function countBuyers(db: Database, asked: Asked): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from account_buyers b left join customers c on c.id = b.customer_id
    where ${isAsked(asked)}`.execute(db)
  return rows[0]?.count ?? 0
}

function isAsked({ accountId, tag, text }: Asked): RawBuilder<boolean> {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`b.account_id = ${accountId}
    and (${tag}::text is null or b.tags @> jsonb_build_array(${tag}::text))
    and (${text} = '' or coalesce(c.name, b.name) ilike ${like} or b.email ilike ${like})`
}

/** All of the account, in the order of the alphabet. */
export async function tagsOf(db: Database, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct tag from account_buyers b, jsonb_array_elements_text(b.tags) tag
    where b.account_id = ${accountId} order by tag`.execute(db)
  return rows.map(({ tag }) => tag)
}

export async function buyerWires(
  { db, site, listed }: Pick<BuyersDeps, 'db' | 'site' | 'listed'>,
  rows: readonly BuyerRow[],
  deal: number | null,
): Promise<SellerBuyerRowWire[]> {
  const ids = rows.flatMap(({ customer_id }) => customer_id ?? [])
  const cards = await buyerCards(db, site, ids)
  const names = await namesOf(db, rows)
  const matchOf = deal === null ? () => null : await matchesOfBuyers({ db, listed }, ids, deal)
  return rows.map(({ customer_id, customer_name, created_at, name, ...row }) => ({
    id: row.id,
    email: row.email,
    source: row.source,
    tags: row.tags,
    has_consent: row.has_consent,
    phone: row.phone,
    consents: row.source === 'import' ? kept(row.consents, names) : null,
    is_unconfirmed: row.is_unconfirmed,
    name: customer_name ?? name ?? row.email ?? '',
    created_at: created_at.toISOString(),
    customer: customer_id === null ? null : (cards.get(customer_id) ?? null),
    match: customer_id === null ? null : matchOf(customer_id),
  }))
}

/** Of the members who imported them. By the primary key. */
async function namesOf(db: Database, rows: readonly BuyerRow[]): Promise<ReadonlyMap<number, string>> {
  const ids = rows.flatMap(({ consents }) => Object.values(consents).flatMap(({ by }) => by ?? []))
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('account_members').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

function kept({ email, sms }: ConsentProofs, names: ReadonlyMap<number, string>) {
  const wire = ({ how, at, by, confirmed_at }: ConsentProof): KeptProofWire => ({
    how,
    at,
    by: by === null ? null : (names.get(by) ?? null),
    confirmed_at,
  })
  return { email: email && wire(email), sms: sms && wire(sms) }
}
