/** Everything stored about one customer as a ZIP file: the rows by table, the photo and the documents. */
import type { Readable } from 'node:stream'
import type { Database } from '#server/core/database/open.ts'
import { type About, archive, type Part, rowsPart, storedParts } from '#server/providers/files/archive.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { everythingAbout } from './export-data.ts'
import type { Leaving, ReviewRedactor } from './leaving.ts'

interface ExportDeps {
  /** For work that may take minutes. */
  work: Database
  parts: { readonly files: Pick<FileStore, 'get'> }
  redactReviews: ReviewRedactor
  leaving: Pick<Leaving, 'exportedFilesOf'>
}

/** What each table has, as people read it. */
export const TABLE_WORDS: Readonly<Record<string, string>> = {
  profile: 'Your profile',
  customer_phones: 'Phone numbers',
  sms_consents: 'What you agreed to for text messages',
  mail_preferences: 'Emails that you stopped',
  social_identities: 'Other services that you log in with',
  identity_checks: 'Identity checks',
  buy_boxes: 'Buy boxes',
  geotags: 'Places of your buy box',
  location_queries: 'Places that you searched for',
  linked_companies: 'Companies that you linked',
  match_feedback: 'What you said about matches',
  matches: 'Deals that match your buy boxes',
  deal_marks: 'Deals that you saw or hid',
  deal_visits: 'Your last visit',
  digested_deals: 'Deals that were in your digests',
  notifications: 'Notifications',
  notification_preferences: 'Which notifications you want',
  quiet_hours: 'Quiet hours',
  deliveries: 'Emails, texts and push notifications to you',
  saved_searches: 'Saved searches',
  account_buyers: 'Sellers who have you as a contact',
  campaign_recipients: 'Sellers’ messages to many buyers that you got',
  site_visitors: 'Your visits on sellers’ sites',
  ui_events: 'Deals and photos that you viewed',
  offers: 'Offers',
  offer_moves: 'What was offered and answered',
  offer_steps: 'Steps to closing',
  corporate_documents: 'Documents of your offers',
  inquiries: 'Questions and address requests',
  favourites: 'Favorites',
  open_house_registrations: 'Open houses',
  deal_notes: 'Notes on deals',
  property_reports: 'Deals that you reported',
  proofs_of_funds: 'Proofs of funds',
  ledger_transactions: 'Transactions of your wallet and deposits',
  ledger_entries: 'Amounts of these transactions, in cents',
  billing_infos: 'Cards',
  payments: 'Payments',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  reviews: 'Reviews',
  account_follows: 'Sellers that you follow',
  chats: 'Conversations',
  messages: 'Messages',
  message_attachments: 'Photos and files of messages',
  sessions: 'Logins and devices',
  portrait: 'The address of your photo',
  log: 'When staff looked at or changed your records',
}

export const customerArchive = (deps: ExportDeps, customerId: number, about: About): Readable =>
  archive(partsOf(deps, customerId), about)

async function* partsOf(deps: ExportDeps, customerId: number): AsyncGenerator<Part> {
  const { work, parts } = deps
  for (const [table, rows] of Object.entries(await everythingAbout(work, customerId, deps.redactReviews)))
    if (rows !== null && !(Array.isArray(rows) && rows.length === 0))
      yield rowsPart(TABLE_WORDS[table] ?? table, table, rows)
  const portrait = await portraitOf(work, customerId)
  if (portrait) yield { name: 'files/portrait.webp', title: 'Your photo', bytes: portrait }
  yield* storedParts(parts.files, await deps.leaving.exportedFilesOf(work, customerId))
}

/** By primary key. */
async function portraitOf(db: Database, customerId: number): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('avatars')
    .select('bytes')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.bytes ?? null
}
