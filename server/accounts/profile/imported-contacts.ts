/** Addresses without an account that companies imported: what is kept about them, stopping all emails and texts, and erasing it. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { SELLERS_WORD } from '#shared/contract/seller-buyers.ts'
import type { ImportedContactWire } from '#shared/contract/subscriptions.ts'

/** One row of the address, for the link that is mailed to it; null if no company imported it. By account_buyers_contact. */
export async function contactOf(db: Database, email: string): Promise<number | null> {
  const row = await contacts(db).select('id').where('email', '=', email.toLowerCase()).executeTakeFirst()
  return row ? Number(row.id) : null
}

/** Null once it is erased, or linked to an account. By the primary key. */
export async function addressOf(db: Database, contactId: number): Promise<string | null> {
  const row = await contacts(db).select('email').where('id', '=', contactId).executeTakeFirst()
  return row?.email ?? null
}

/** By account_buyers_contact. */
export async function importsOf(db: Database, address: string): Promise<ImportedContactWire[]> {
  const rows = await contacts(db)
    .innerJoin('accounts', 'accounts.id', 'account_buyers.account_id')
    .select(['accounts.title', 'account_buyers.created_at', 'account_buyers.name'])
    .select(['phone', 'has_consent', 'consents'])
    .where('email', '=', address)
    .orderBy('account_buyers.id')
    .execute()
  return rows.map(({ title, created_at, name, phone, has_consent, consents: { email, sms } }) => {
    const imported_at = created_at.toISOString()
    // A row from before proofs were kept.
    const isWordAlone = has_consent && !email && !sms
    const word = isWordAlone ? { how: SELLERS_WORD, at: imported_at.slice(0, DAY_LENGTH) } : null
    return {
      company: title,
      imported_at,
      name,
      phone,
      email_consent: email ? { how: email.how, at: email.at } : word,
      sms_consent: sms ? { how: sms.how, at: sms.at } : null,
    }
  })
}

const DAY_LENGTH = '2026-03-01'.length

/** Also keeps companies from importing the address again, until its owner allows it. */
export const stopAddress = (db: Database, email: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await stop(trx, email)
    await trx
      .updateTable('account_buyers')
      .set({ has_consent: false, consents: '{}', unconfirmed: '{}' })
      .where('email', '=', email)
      .where('customer_id', 'is', null)
      .execute()
  })

/** The address itself goes as well: only its hash is kept. */
export const eraseAddress = (db: Database, email: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await stop(trx, email)
    await trx
      .deleteFrom('account_buyers')
      .where('email', '=', email)
      .where('customer_id', 'is', null)
      .execute()
  })

/** Companies may import the address again. What was agreed before is not agreed again. */
export async function allowAddress(db: Database, email: string): Promise<void> {
  await sql`delete from stopped_addresses where hash = ${hashOf(email)}`.execute(db)
}

/** Which of these, in lower case, are stopped. By primary key. */
export async function stoppedAmong(db: Database, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    select hash from stopped_addresses where hash = any(${emails.map(hashOf)}::text[])`.execute(db)
  const found = new Set(rows.map(({ hash }) => hash))
  return new Set(emails.filter((email) => found.has(hashOf(email))))
}

const contacts = (db: Database) => db.selectFrom('account_buyers').where('customer_id', 'is', null)

/** For an import, in its transaction: nobody stops an address between the check and the insert. */
export async function holdStops(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${STOPS})`.execute(trx)
}

const STOPS = sql`hashtextextended('stopped addresses', 0)`

async function stop(db: Database, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${STOPS})`.execute(db)
  await sql`insert into stopped_addresses (hash) values (${hashOf(email)}) on conflict do nothing`.execute(db)
}

/** By which a stopped address is known. */
export const hashOf = (email: string): string => createHash('sha256').update(email).digest('hex')
