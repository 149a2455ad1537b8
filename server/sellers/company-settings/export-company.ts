/** Everything that an account has as a ZIP file: the rows by table, photos and documents. What only its buyers know is not in it. */
import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { photoKeyOf } from '#server/deals/listing/image-files.ts'
import { type About, archive, type Part, rowsPart, storedParts } from '#server/providers/files/archive.ts'
import { cleanFileName } from '#server/providers/files/file-name.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'

interface ExportDeps {
  /** For work that may take minutes. */
  work: Database
  parts: { readonly files: Pick<FileStore, 'get'> }
}

/** A table of the account's, or one whose rows belong to such a table. */
interface Exported {
  title: string
  /** Which rows; `t` is the table. */
  where: (accountId: number) => RawBuilder<unknown>
  /** Columns that are left out: secrets, digests, and what is the buyer's alone. */
  without?: readonly string[]
  /** Joined to each row. */
  also?: RawBuilder<unknown>
  /** A key by which rows are read in portions, if it is not `id`. */
  key?: string
}

const own = (accountId: number) => sql`t.account_id = ${accountId}`
const ofDeals = (accountId: number) =>
  sql`t.property_id in (select id from properties where account_id = ${accountId})`
const ofOffers = (accountId: number) =>
  sql`t.offer_id in (select id from offers where account_id = ${accountId} and state <> 'draft')`

export const COMPANY_TABLES: Readonly<Record<string, Exported>> = {
  accounts: { title: 'Your company', where: (id) => sql`t.id = ${id}` },
  account_members: { title: 'People of your team', where: own, without: ['password_hash'] },
  saved_replies: { title: 'Saved replies', where: own },
  server_keys: {
    title: 'Keys, without their secrets',
    where: own,
    without: ['secret_hash', 'secret_sealed', 'former_hash', 'former_sealed'],
  },
  properties: {
    title: 'Deals',
    where: own,
    without: ['preview_hash', 'idempotency_key', 'idempotency_terms', 'request_id'],
  },
  property_images: { title: 'Photos of deals', where: ofDeals, without: ['ref'] },
  property_videos: { title: 'Videos of deals', where: ofDeals },
  property_documents: {
    title: 'Documents of deals',
    where: ofDeals,
    without: ['storage_key', 'scanned_with', 'ref'],
  },
  price_changes: { title: 'Price changes', where: ofDeals },
  open_houses: { title: 'Open houses', where: ofDeals },
  account_buyers: { title: 'Buyers', where: own },
  site_visitors: { title: 'Visitors of your sites', where: own },
  chats: {
    title: 'Conversations, with the names of buyers',
    where: own,
    also: sql`jsonb_build_object('customer_name', (select name from customers c where c.id = t.customer_id))`,
  },
  messages: { title: 'Messages', where: own, without: ['idempotency_key'] },
  message_attachments: {
    title: 'Photos and files of messages',
    where: (id) => sql`${own(id)} and t.message_id is not null`,
    without: ['storage_key', 'thumb_key', 'scanned_with', 'ref'],
  },
  conversation_notes: { title: 'Internal notes', where: own, without: ['idempotency_key'] },
  inquiries: { title: 'Questions and address requests', where: own, without: ['idempotency_key'] },
  offers: {
    title: 'Offers',
    where: (id) => sql`t.account_id = ${id} and t.state <> 'draft'`,
    without: ['idempotency_key', 'idempotency_terms', 'proof_id'],
  },
  offer_moves: { title: 'What was offered and answered', where: ofOffers, without: ['ip', 'person_id'] },
  offer_steps: { title: 'Steps to closing', where: ofOffers, key: 'offer_id, step' },
  corporate_documents: {
    title: 'Documents of offers',
    where: ofOffers,
    without: ['storage_key', 'scanned_with', 'ref'],
  },
  reviews: {
    title: 'Reviews',
    where: (id) => sql`t.account_id = ${id} and (t.about = 'customer' or t.published_at <= now())
      and t.hidden_at is null and t.deleted_at is null`,
  },
  campaigns: {
    title: 'Blasts and digests',
    where: own,
    without: ['idempotency_key', 'idempotency_terms', 'request_id'],
  },
}

/** Tables with an `account_id` that are not: secrets, what buyers decide for themselves, and applications, which staff keep. */
export const UNEXPORTED_OF_COMPANY = [
  'access_tokens',
  'account_follows',
  'confirmation_requests',
  'joined_guests',
  'match_feedback',
  'seller_applications',
] as const

const PORTION = 5000

export const companyArchive = (deps: ExportDeps, accountId: number, about: About): Readable =>
  archive(partsOf(deps, accountId), about)

async function* partsOf({ work, parts }: ExportDeps, accountId: number): AsyncGenerator<Part> {
  for (const [table, of] of Object.entries(COMPANY_TABLES))
    for await (const [index, rows] of portionsOf(work, table, of.where(accountId), of))
      yield rowsPart(of.title, index === 0 ? table : `${table}-${index + 1}`, rows)
  yield* storedParts(parts.files, await filesOf(work, accountId))
}

/** Never empty ones. Each by the table's key. */
async function* portionsOf(
  db: Database,
  table: string,
  where: RawBuilder<unknown>,
  { without = [], also = sql`'{}'::jsonb`, key = 'id' }: Exported,
): AsyncGenerator<[index: number, rows: unknown[]]> {
  for (let index = 0; ; index++) {
    const { rows } = await sql<{
      row: unknown
    }>`select to_jsonb(t) - ${[...without]}::text[] || ${also} as row
      from ${sql.table(table)} t where ${where} order by ${sql.raw(key)} limit ${PORTION} offset ${index * PORTION}`.execute(
      db,
    )
    if (rows.length > 0) yield [index, rows.map(({ row }) => row)]
    if (rows.length < PORTION) return
  }
}

/** Photos, documents of deals and of offers, files of messages; not those that wait for a virus scan. By account and primary keys. */
async function filesOf(db: Database, accountId: number) {
  const { rows: photos } = await sql<{ id: number; property_id: number; url: string }>`
    select id, property_id, url from property_images t where ${ofDeals(accountId)} order by id`.execute(db)
  const { rows: documents } = await sql<{
    id: number
    folder: string
    key: string
    file: string
    content_type: string
    title: string
  }>`
    select id, 'deal-' || property_id as folder, storage_key as key, title as file, content_type, title
      from property_documents t where ${ofDeals(accountId)} and not is_quarantined
    union all
    select id, 'offer-' || offer_id, storage_key, file_name, content_type, title
      from corporate_documents t where ${ofOffers(accountId)} and not is_quarantined
    union all
    select id, 'messages-' || customer_id, storage_key, file_name, content_type, file_name
      from message_attachments t where ${own(accountId)} and message_id is not null and not is_quarantined
    order by folder, id`.execute(db)
  return [
    ...photos.flatMap(({ id, property_id, url }) => {
      const key = photoKeyOf(url)
      const name = `files/deal-${property_id}/photo-${id}.webp`
      return key === null ? [] : [{ key, name, title: `Photo of deal ${property_id}` }]
    }),
    ...documents.map(({ id, folder, key, file, content_type: type, title }) => ({
      key,
      name: `files/${folder}/${id}-${cleanFileName(file.replace(/[\\/]/g, '-'), type)}`,
      title: `Document: ${title}`,
    })),
  ]
}
