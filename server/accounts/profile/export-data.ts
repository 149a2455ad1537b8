/** Everything stored about one customer, as rows by their table. Left out is what only a thief could use: hashes, codes, links. */
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { ReviewRedactor } from './leaving.ts'
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
  'site_visitors',
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
  'withdrawals',
  'reviews',
  'account_follows',
  'chats',
  'messages',
  'message_attachments',
] as const

/**
 * Tables with a `customer_id` that are not: secrets of the login, the portrait, which has an address of its own, the index of boxes,
 * the keys of devices, what staff propose among themselves, what sellers' teams note for themselves, and
 * which guests a buyer was; an adjustment that was approved is a ledger transaction.
 */
export const UNEXPORTED_TABLES = [
  ...(['verification_codes', 'mail_links', 'avatars', 'ledger_accounts'] as const),
  ...(['matched_customers', 'box_areas', 'push_devices', 'adjustments'] as const),
  ...(['conversation_notes', 'joined_guests'] as const),
] as const

export async function everythingAbout(
  db: Database,
  customerId: number,
  redactReviews: ReviewRedactor,
): Promise<Record<string, unknown>> {
  const { password_hash, ...profile } = await ownRow(db, customerId)
  const all: Record<string, unknown> = { profile: { ...profile, has_password: password_hash !== null } }
  for (const table of EXPORTED_TABLES)
    all[table] = inOrder(
      await db.selectFrom(table).selectAll().where('customer_id', '=', customerId).execute(),
    ).map(withoutInternal)
  all.reviews = await knownReviews(db, customerId, redactReviews)
  for (const [name, rowsOf] of Object.entries(RELATED)) all[name] = await rowsOf(db, customerId)
  all.sessions = await sessionsOf(db, customerId)
  all.portrait = await portraitAddress(db, customerId)
  return all
}

interface Internal {
  meta?: unknown
  bank?: unknown
  terms?: unknown
  idempotency_terms?: unknown
  taken_by?: unknown
  proposed_by?: unknown
  decided_by?: unknown
  storage_key?: unknown
  thumb_key?: unknown
  scanned_with?: unknown
  ref?: unknown
  provider_ref?: unknown
  assigned_to?: unknown
  put_away?: unknown
  snoozed_until?: unknown
}

/** Which staff approved what is internal, and so are digests of calls and keys of stored files and cards, and what a seller's team does with a conversation; a bank account is sealed, and its last digits are there. */
function withoutInternal({ meta, bank, terms, idempotency_terms, ...rest }: Internal): object {
  const {
    taken_by,
    proposed_by,
    decided_by,
    storage_key,
    thumb_key,
    scanned_with,
    ref,
    provider_ref,
    assigned_to,
    put_away,
    snoozed_until,
    ...row
  } = rest
  // Of an offer they are what was offered; of a withdrawal a digest.
  return typeof terms === 'object' ? { ...row, terms } : row
}

const ownOffers = (db: Database, customerId: number) =>
  db.selectFrom('offers').select('id').where('customer_id', '=', customerId)

/** Rows that belong to the customer's offers, money and records without a `customer_id`. */
const RELATED = {
  /** By offer_moves_offer. */
  offer_moves: (db: Database, customerId: number) =>
    db
      .selectFrom('offer_moves')
      .select(['id', 'offer_id', 'kind', 'by', 'from_state', 'to_state', 'price_cents', 'terms', 'note'])
      .select('created_at')
      .where('offer_id', 'in', ownOffers(db, customerId))
      .orderBy('id')
      .execute(),
  /** By primary key. */
  offer_steps: (db: Database, customerId: number) =>
    db
      .selectFrom('offer_steps')
      .selectAll()
      .where('offer_id', 'in', ownOffers(db, customerId))
      .orderBy('offer_id')
      .orderBy('due_on')
      .orderBy('step')
      .execute(),
  /** By corporate_documents_ref. */
  corporate_documents: (db: Database, customerId: number) =>
    db
      .selectFrom('corporate_documents')
      .select(['id', 'offer_id', 'type', 'title', 'step', 'is_from_seller', 'file_name', 'size_bytes'])
      .select('created_at')
      .where('offer_id', 'in', ownOffers(db, customerId))
      .orderBy('id')
      .execute(),
  /** What each transaction changed in the wallet and the deposit. By the unique index of ledger_accounts. */
  ledger_entries: async (db: Database, customerId: number) => {
    const rows = await db
      .selectFrom('ledger_entries')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_account_id')
      .select(['transaction_id', 'kind as place', 'amount_cents'])
      .where('ledger_accounts.customer_id', '=', customerId)
      .orderBy('ledger_entries.id')
      .execute()
    return rows.map((row) => ({ ...row, amount_cents: Number(row.amount_cents) }))
  },
  /** Who of the staff it was stays internal. By audit_log_subject. */
  log: (db: Database, customerId: number) =>
    db
      .selectFrom('audit_log')
      .select(['at', 'actor_kind as by', 'action', 'subject_kind as about'])
      .where((row) =>
        row.or([
          row.and([row('subject_kind', '=', 'customer'), row('subject_id', '=', customerId)]),
          row.and([
            row('subject_kind', '=', 'proof_of_funds'),
            row(
              'subject_id',
              'in',
              db.selectFrom('proofs_of_funds').select('id').where('customer_id', '=', customerId),
            ),
          ]),
        ]),
      )
      .orderBy('id')
      .execute(),
}

/** As it came about; what came at one instant in an order that does not depend on where the database keeps it. */
function inOrder<Row extends object>(rows: readonly Row[]): Row[] {
  const keyed = rows.map((row) => ({ row, words: JSON.stringify(row), atMs: atOf(row) }))
  return keyed.sort((a, b) => a.atMs - b.atMs || (a.words < b.words ? -1 : 1)).map(({ row }) => row)
}

const atOf = (row: { created_at?: unknown }): number =>
  row.created_at instanceof Date ? row.created_at.getTime() : 0

/** But those about the customer that are not shown yet: until then neither side reads the other's. Sellers' words as the customer reads them. */
async function knownReviews(db: Database, customerId: number, redactReviews: ReviewRedactor) {
  const rows = await reviewsWith(db, customerId)
  const redact = await redactReviews(db, rows, { kind: 'customer', id: customerId })
  return rows.map((row) =>
    row.about === 'account' ? row : { ...row, content: redact(row.account_id, row.content) },
  )
}

const reviewsWith = (db: Database, customerId: number) =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where((of) => of.or([of('about', '=', 'account'), of('published_at', '<=', NOW)]))
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
