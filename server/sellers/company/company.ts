/** A seller as everybody may see it (checklist REV-01), and its figures. An account that the house has suspended is not shown. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import type { Principal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import { responseHours } from '#server/messaging/response-time.ts'
import { starsOf } from '#server/sellers/reviews/rating.ts'
import { DEAL_STATUSES, type DealStatus } from '#shared/contract/properties.ts'
import type { CompanyWire, RatingWire } from '#shared/contract/reviews.ts'
import { followersOf, isFollowing } from './follow.ts'

type Db = Kysely<Schema>
const STATES_MAX = 60
const TEAM_MAX = 24

/** Throws 404 when there is none. By primary key. */
export async function accountRow(db: Db, accountId: number) {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'title', 'logo_url', 'about', 'states', 'is_verified', 'created_at'])
    .where('id', '=', accountId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export async function companyOf(
  { db, site }: { db: Db; site: Site },
  { accountId, who, nowMs }: { accountId: number; who: Principal | null; nowMs: number },
): Promise<CompanyWire> {
  const row = await accountRow(db, accountId)
  const [rating, team, deals, states] = [
    await ratingOf(db, accountId, nowMs),
    await teamOf(db, accountId),
    await dealsWith(db, accountId, 'available'),
    row.states.length > 0 ? row.states : await statesOf(db, accountId),
  ]
  return {
    id: row.id,
    title: row.title,
    logo: absolute(site, row.logo_url),
    about: row.about,
    states,
    is_verified: row.is_verified,
    active_deals: deals,
    created_at: row.created_at.toISOString(),
    rating,
    team: team.map(({ name, photo }) => ({ name, photo: absolute(site, photo) })),
    is_followed: await isFollowing(db, who, accountId),
    followers: await followersOf(db, accountId),
  }
}

export async function ratingOf(db: Db, accountId: number, nowMs: number): Promise<RatingWire> {
  const stars = await starsOf(db, accountId, nowMs)
  const response_time_hours = await responseHours(db, { accountId }, nowMs)
  return { ...stars, response_time_hours, closed_deals: await dealsWith(db, accountId, 'sold') }
}

/** Listed ones, by properties_account. */
async function dealsWith(db: Db, accountId: number, status: DealStatus): Promise<number> {
  const row = await db
    .selectFrom('properties')
    .select(sql<number>`count(*)::integer`.as('deals'))
    .where('account_id', '=', accountId)
    .where('listing', '=', 'listed')
    .where('status', '=', DEAL_STATUSES.indexOf(status))
    .executeTakeFirstOrThrow()
  return row.deals
}

/** Where it has deals, for an account that does not say where it sells. By properties_account. */
async function statesOf(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('properties')
    .select('state')
    .distinct()
    .where('account_id', '=', accountId)
    .where('listing', '=', 'listed')
    .orderBy('state')
    .limit(STATES_MAX)
    .execute()
  return rows.map(({ state }) => state)
}

/** Without what one could call or write them by. By the foreign key's index on account_members. */
const teamOf = (db: Db, accountId: number) =>
  db
    .selectFrom('account_members')
    .select(['name', 'photo'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(TEAM_MAX)
    .execute()
