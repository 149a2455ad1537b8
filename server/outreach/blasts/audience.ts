/**
 * Whom a campaign is for: buyers of the account, by tags, by a deal that fits their boxes, and by any listed deal that does and passes
 * the filters of the browse page. Who of them gets it in the end is decided for each when it goes (left-out.ts).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import { contextOf, queryOf } from '#server/deals/list/read-query.ts'
import { consentsIn } from '#server/outreach/buyers/consent-proofs.ts'
import type { AudienceWire } from '#shared/contract/campaigns.ts'
import type { Sent } from './left-out.ts'

/** An audience with its filters turned into the deals that pass them now. */
export interface ReadAudience {
  readonly accountId: number
  readonly audience: AudienceWire
  readonly channel: Sent['channel']
  /** Null where no filter is set. */
  readonly dealIds: readonly number[] | null
}

interface AudienceDeps {
  listed: ListedDeals
  nowMs: () => number
}

/** Throws 422 on `audience.query` for filters that cannot be read: left out quietly they would reach more people than were meant. */
export async function readAudience(
  { listed, nowMs }: AudienceDeps,
  { accountId, audience, channel }: Omit<ReadAudience, 'dealIds'>,
): Promise<ReadAudience> {
  const query = filterOf(audience)
  if (!query) return { accountId, audience, channel, dealIds: null }
  const version = await listed.index.current()
  const engine = listed.engineOf(version)
  const { rows } = engine.run(query.filter, { key: 'newest', descending: true }, contextOf(query, nowMs()))
  const { id } = engine.table.numbers
  return { accountId, audience, channel, dealIds: Array.from(rows, (row) => id[row] ?? 0) }
}

/** The same without an engine: whether the filters can be read. Words that are no filter at all are refused as well. */
export function filterOf({ query = '' }: AudienceWire): ReturnType<typeof queryOf> {
  if (query.trim() === '') return null
  const read = queryIn(query)
  if (read) return read
  throw invalid({ 'audience.query': ['These filters cannot be read. Copy the address of the deals page.'] })
}

function queryIn(query: string): ReturnType<typeof queryOf> {
  try {
    return queryOf(`/?${query.trim().replace(/^\?/, '')}`)
  } catch {
    return null
  }
}

/** A condition on `account_buyers b`. By account_buyers_latest; for each, the primary key of matches. */
export function isIn({ accountId, audience, channel, dealIds }: ReadAudience): RawBuilder<boolean> {
  const { deal_id, min_score = 0, tags = [] } = audience
  const conditions = [
    isTagged(tags),
    sql`b.account_id = ${accountId} and b.customer_id is not null and (b.source <> 'import' or ${agreedTo(channel)})`,
  ]
  if (deal_id !== undefined)
    conditions.push(sql`exists (select 1 from matches m where m.customer_id = b.customer_id
      and m.property_id = ${deal_id} and m.is_current and m.score >= ${min_score})`)
  if (dealIds !== null)
    conditions.push(sql`exists (select 1 from matches m where m.customer_id = b.customer_id
      and m.property_id = any(${dealIds}::bigint[]) and m.is_current and m.score >= ${min_score})`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Of an imported buyer. Texts need the number that agreed. A digest is in Messages alone, so any consent will do. */
function agreedTo(channel: Sent['channel']): RawBuilder<boolean> {
  if (channel === null) return sql`b.has_consent`
  if (channel === 'email') return sql`${consentsIn('b')} ? 'email'`
  return sql`b.consents ? 'sms' and exists (select 1 from customer_phones p
    where p.customer_id = b.customer_id and p.phone = b.phone and p.is_default)`
}

/**
 * Imported contacts that would be in it but have not confirmed the channel. Whether they have an account stays unknown, so an audience
 * of a deal or of filters has none. By account_buyers_latest.
 */
export async function unconfirmedIn(
  db: Database,
  { accountId, audience, channel }: Pick<ReadAudience, 'accountId' | 'audience' | 'channel'>,
): Promise<number> {
  const { deal_id, query = '', tags = [] } = audience
  if (deal_id !== undefined || query.trim() !== '') return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from account_buyers b
    where b.account_id = ${accountId} and b.source = 'import' and ${isUnconfirmed(channel)}
      and ${isTagged(tags)}`.execute(db)
  return rows[0]?.count ?? 0
}

const isUnconfirmed = (channel: Sent['channel']): RawBuilder<boolean> =>
  channel === null
    ? sql`b.unconfirmed <> '{}' and not b.has_consent`
    : sql`b.unconfirmed ? ${channel} and not b.consents ? ${channel}`

const isTagged = (tags: readonly string[]): RawBuilder<boolean> =>
  tags.length === 0
    ? sql`true`
    : sql`exists (select 1 from jsonb_array_elements_text(b.tags) tag where tag = any(${tags}::text[]))`

/** A portion of it, in the order of ids. */
export async function buyersAfter(
  db: Database,
  of: ReadAudience,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; customer_id: number }[]> {
  const { rows } = await sql<{ id: number; customer_id: number }>`
    select b.id, b.customer_id from account_buyers b
    where ${isIn(of)} and b.id > ${after} order by b.id limit ${limit}`.execute(db)
  return rows
}
