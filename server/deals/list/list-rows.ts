/** What the list of deals is made from, in the order of changes. */
import { setTimeout as pause } from 'node:timers/promises'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { hiddenPlacesInTitles } from '#server/deals/properties/hidden-streets.ts'

/** What tells this database's order of changes from another's. */
export async function orderName(db: Database): Promise<string> {
  const { name } = await db.selectFrom('deal_orders').select('name').executeTakeFirstOrThrow()
  return name
}

/** The last change there was; 0 when there are no deals. One step in properties_revision. */
export async function latestRevision(db: Database): Promise<number> {
  const query = db.selectFrom('properties').select('revision').orderBy('revision', 'desc').limit(1)
  return (await query.executeTakeFirst())?.revision ?? 0
}

export type ListedRow = Awaited<ReturnType<typeof rowsSince>>[number]

/** Read at once; longer, and all else would wait for it. */
const PORTION = 1000
/** Between portions. A request takes many turns of the event loop, e.g. four for each file, and would wait for a portion in each. */
const PAUSE_MS = 10

/**
 * The deals that changed behind a revision, all of them behind 0, in portions. One that changes meanwhile comes again, with a higher
 * revision; so what is read when the last portion was is what the database held then, without a transaction around it all.
 */
export async function* portionsSince(
  db: Database,
  revision: number,
  atMs: number,
): AsyncGenerator<ListedRow[]> {
  const withNamed = hiddenPlacesInTitles(db)
  let from = revision
  for (;;) {
    const found = await changedRows(db, from, atMs, PORTION)
    yield await withNamed(found)
    if (found.length < PORTION) return
    await pause(PAUSE_MS)
    from = found.at(-1)?.revision ?? from
  }
}

/** Also those not listed any more. By properties_revision; an open house counts until it has ended at `atMs`. */
export const rowsSince = async (db: Database, revision: number, atMs: number, limit = PORTION) =>
  hiddenPlacesInTitles(db)(await changedRows(db, revision, atMs, limit))

const changedRows = (db: Database, revision: number, atMs: number, limit: number) =>
  rows(db, atMs, (deals) => deals.where('revision', '>', revision).orderBy('revision').limit(limit))
    .orderBy('properties.revision')
    .execute()

/** Those whose titles may name another deal of their seller. By properties_account. */
export const titledRows = async (db: Database, accountIds: readonly number[], atMs: number) =>
  hiddenPlacesInTitles(db)(
    await rows(db, atMs, (deals) =>
      deals
        .where('account_id', 'in', accountIds)
        .where('listing', '=', 'listed')
        .where('title', 'is not', null),
    ).execute(),
  )

/** One of them as it is now. By primary key. */
export async function listedRow(db: Database, id: number, atMs: number): Promise<ListedRow | undefined> {
  const found = await rows(db, atMs, (deals) => deals.where('id', '=', id)).execute()
  return (await hiddenPlacesInTitles(db)(found))[0]
}

/** The deals are chosen before anything is joined: a limit behind the joins would join every deal for each portion. */
const rows = (db: Database, atMs: number, choose: (deals: Deals) => Deals) =>
  db
    .selectFrom((from) => choose(dealsOf(from)).as('properties'))
    .innerJoin('accounts', 'accounts.id', 'properties.account_id')
    .leftJoin(
      (from) =>
        from
          .selectFrom('open_houses')
          .select(['property_id', (of) => of.fn.min('starts_at').as('starts_at')])
          .where('cancelled_at', 'is', null)
          .where('ends_at', '>', new Date(atMs))
          .groupBy('property_id')
          .as('next_houses'),
      (join) => join.onRef('next_houses.property_id', '=', 'properties.id'),
    )
    .select(COLUMNS)
    .select(['accounts.rating as seller_rating', 'accounts.is_verified', 'accounts.suspended_at'])
    .select('next_houses.starts_at as open_house_at')
    .select((of) => [
      of.exists(videosOf(of)).as('has_video'),
      of
        .or([
          of.exists(emptyReportOf(of, 'market_reports', true)),
          of.exists(emptyReportOf(of, 'shown_market_reports', false)),
        ])
        .as('is_without_comps'),
      of.fn.coalesce('properties.thumb_url', firstImageOf(of)).as('image'),
    ])

type Of = ExpressionBuilder<Schema, 'properties'>

/** Everything but the long texts. */
const COLUMNS = [
  ...(['properties.id', 'properties.account_id', 'properties.revision', 'properties.listing'] as const),
  ...(['properties.status', 'properties.title', 'properties.address', 'properties.city'] as const),
  ...(['properties.county', 'properties.state', 'properties.zip', 'properties.is_street_shown'] as const),
  ...(['properties.latitude', 'properties.longitude', 'properties.parcel', 'properties.price'] as const),
  ...(['properties.arv', 'properties.first_price', 'properties.beds', 'properties.baths'] as const),
  ...(['properties.half_baths', 'properties.units', 'properties.sqft', 'properties.year_built'] as const),
  ...(['properties.lot_size', 'properties.property_type_id', 'properties.parking_type_id'] as const),
  ...(['properties.tags', 'properties.condition', 'properties.occupancy', 'properties.repair_min'] as const),
  ...(['properties.repair_max', 'properties.entry_fee', 'properties.published_at'] as const),
  ...(['properties.updated_at', 'properties.closing_at'] as const),
]

/**
 * The cast lets the helpers below take it for the table. It has only `COLUMNS` and `thumb_url`: select nothing else from it. Named one by
 * one: on PostgreSQL a statement with all columns is planned each time (named-statements.ts).
 */
const dealsOf = (from: ExpressionBuilder<Schema, never>) =>
  from
    .selectFrom('properties')
    .select(COLUMNS)
    .select('properties.thumb_url')
    .$castTo<Selectable<Schema['properties']>>()

type Deals = ReturnType<typeof dealsOf>

/** By property_videos_property. */
const videosOf = (of: Of) =>
  of
    .selectFrom('property_videos')
    .select('property_videos.id')
    .whereRef('property_videos.property_id', '=', 'properties.id')

/** The market source was asked and knows no sales near where everybody is shown the deal, by primary key. */
const emptyReportOf = (of: Of, table: 'market_reports' | 'shown_market_reports', isExact: boolean) =>
  of
    .selectFrom(table)
    .select(`${table}.property_id`)
    .whereRef(`${table}.property_id`, '=', 'properties.id')
    .where('properties.is_street_shown', '=', isExact)
    .where(sql<boolean>`jsonb_array_length(${sql.ref(table)}.comparables) = 0`)

/** Looked up only where no small picture stands on the deal itself, by property_images_property. */
const firstImageOf = (of: Of) =>
  of
    .selectFrom('property_images')
    .select(sql<string>`coalesce(thumb_url, url)`.as('url'))
    .whereRef('property_images.property_id', '=', 'properties.id')
    .orderBy('position')
    .limit(1)
