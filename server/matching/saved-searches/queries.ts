/** A customer's saved searches as they are answered, with what is new in each. */
import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { SavedSearchesTable } from '#server/core/database/search-tables.ts'
import { notFound } from '#server/core/http/refusal.ts'
import type { SavedSearchWire } from '#shared/contract/saved-searches.ts'
import { NEW_IDS_MAX } from '#shared/contract/search-limits.ts'

const COLUMNS = [
  'id',
  'customer_id',
  'name',
  'query',
  'alert',
  'channels',
  'looked_at',
  'created_at',
] as const
type SearchRow = Pick<Selectable<SavedSearchesTable>, (typeof COLUMNS)[number]>

/** The latest first. By saved_searches_customer. */
export async function searchesOf(db: Database, customerId: number): Promise<SavedSearchWire[]> {
  const rows = await db
    .selectFrom('saved_searches')
    .select(COLUMNS)
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute()
  return withNew(db, rows)
}

/** By primary key. Another's answers as none. */
export async function requireSearch(db: Database, customerId: number, id: number): Promise<SearchRow> {
  const row = await db
    .selectFrom('saved_searches')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export async function searchWire(db: Database, customerId: number, id: number): Promise<SavedSearchWire> {
  const [wire] = await withNew(db, [await requireSearch(db, customerId, id)])
  if (!wire) throw notFound()
  return wire
}

async function withNew(db: Database, rows: readonly SearchRow[]): Promise<SavedSearchWire[]> {
  const ids = rows.map(({ id }) => id)
  const news = await newIn(db, ids)
  const paused = await pausedOf(db, ids)
  return rows.map(({ looked_at, created_at, customer_id: _, ...row }) => ({
    ...row,
    ...(news.get(row.id) ?? { new_count: 0, new_ids: [] }),
    is_webhook_paused: paused.has(row.id),
    looked_at: looked_at.toISOString(),
    created_at: created_at.toISOString(),
  }))
}

/** By primary key. */
async function pausedOf(db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('search_webhooks')
    .select('search_id')
    .where(sql<boolean>`search_id = any(${ids}::bigint[])`)
    .where('paused_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ search_id }) => search_id))
}

type NotificationDraft = Pick<SavedSearchWire, 'new_count' | 'new_ids'>

/** By the primary keys of finds and marks. */
async function newIn(
  db: Database,
  searchIds: readonly number[],
): Promise<ReadonlyMap<number, NotificationDraft>> {
  const { rows } = await sql<NotificationDraft & { search_id: number }>`
    select s.id as search_id, count(*)::int as new_count,
      array_to_json((array_agg(f.property_id order by f.found_at desc, f.property_id desc))[1:${sql.raw(String(NEW_IDS_MAX))}]) as new_ids
    from saved_searches s
    join saved_search_finds f on f.search_id = s.id and f.is_current and f.found_at > s.looked_at
    left join deal_marks m on m.customer_id = s.customer_id and m.property_id = f.property_id
    where s.id = any(${searchIds}::bigint[]) and m.hidden_at is null
    group by s.id`.execute(db)
  return new Map(rows.map(({ search_id, ...news }) => [search_id, news]))
}
