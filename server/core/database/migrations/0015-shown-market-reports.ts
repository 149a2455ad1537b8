/**
 * What the market service knows around the point where a hidden deal is shown. The report around the house itself is for readers who
 * have the address: which sales are in it, and how far they are, would lead to the house.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table shown_market_reports (
      property_id bigint primary key references properties (id) on delete cascade,
      -- Where the deal was shown when it was asked for.
      latitude double precision not null,
      longitude double precision not null,
      comparables jsonb not null,
      neighborhood jsonb not null,
      fetched_at timestamptz(3) not null)`)
    .execute(db)
  // Hidden deals are shown elsewhere from now on: lists, buy boxes and saved searches look at them once more.
  await sql.raw(`select pg_advisory_xact_lock(hashtextextended('deal revisions', 0))`).execute(db)
  await sql
    .raw(`update properties set revision = nextval('deal_revisions') where not is_street_shown`)
    .execute(db)
}
