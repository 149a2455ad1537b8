/** Everything stored about one customer, as rows by their table. Left out is what only a thief could use: hashes, codes, links. */
import type { Database } from '#server/database/open.ts'
import { ownRow } from './own-row.ts'

/** Tables with a `customer_id` that are exported as they are. */
export const EXPORTED_TABLES = [
  'customer_phones',
  'sms_consents',
  'mail_preferences',
  'social_identities',
  'identity_checks',
  'buy_boxes',
  'geotags',
  'location_queries',
  'linked_companies',
  'match_feedback',
  'matches',
  'deal_marks',
  'deal_visits',
  'digested_deals',
  'notifications',
  'notification_preferences',
  'quiet_hours',
  'deliveries',
  'saved_searches',
  'account_buyers',
  'campaign_recipients',
  'ui_events',
  'offers',
  'inquiries',
  'favourites',
  'open_house_registrations',
  'deal_notes',
  'property_reports',
  'proofs_of_funds',
  'ledger_transactions',
  'billing_infos',
  'payments',
  'deposits',
  'reviews',
  'account_follows',
  'chats',
  'messages',
] as const

/**
 * Tables with a `customer_id` that are not: secrets of the login, the portrait, which has an address of its own, the index of boxes,
 * and the keys of devices.
 */
export const UNEXPORTED_TABLES = [
  ...(['verification_codes', 'mail_links', 'avatars', 'ledger_accounts'] as const),
  ...(['matched_customers', 'box_areas', 'push_devices'] as const),
] as const

export async function everythingAbout(db: Database, customerId: number): Promise<Record<string, unknown>> {
  const { password_hash, ...profile } = await ownRow(db, customerId)
  const all: Record<string, unknown> = { profile: { ...profile, has_password: password_hash !== null } }
  for (const table of EXPORTED_TABLES)
    all[table] = inOrder(
      await db.selectFrom(table).selectAll().where('customer_id', '=', customerId).execute(),
    )
  all.reviews = await knownReviews(db, customerId)
  all.sessions = await sessionsOf(db, customerId)
  all.portrait = await portraitAddress(db, customerId)
  return all
}

/** As it came about; what came at one instant in an order that does not depend on where the database keeps it. */
function inOrder<Row extends object>(rows: readonly Row[]): Row[] {
  const keyed = rows.map((row) => ({ row, words: JSON.stringify(row), atMs: atOf(row) }))
  return keyed.sort((a, b) => a.atMs - b.atMs || (a.words < b.words ? -1 : 1)).map(({ row }) => row)
}

const atOf = (row: { created_at?: unknown }): number =>
  row.created_at instanceof Date ? row.created_at.getTime() : 0

/** But those about the customer that are not shown yet: until then neither side reads the other's. */
const knownReviews = (db: Database, customerId: number) =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where((of) => of.or([of('about', '=', 'account'), of('published_at', '<=', new Date())]))
    .orderBy('id')
    .execute()

/** By access_tokens_principal. */
const sessionsOf = (db: Database, customerId: number) =>
  db
    .selectFrom('access_tokens')
    .select(['created_at', 'last_used_at', 'expires_at', 'revoked_at', 'user_agent', 'ip'])
    .where('principal_kind', '=', 'customer')
    .where('principal_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

async function portraitAddress(db: Database, customerId: number): Promise<string | null> {
  const row = await db
    .selectFrom('avatars')
    .select('version')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row ? `/avatars/${customerId}/${row.version}.webp` : null
}
