/** The single-use links of mails, and the hash a code is exchanged for: random tokens, stored hashed, bound to one person and one address. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { MailLinksTable } from '#server/core/database/account-tables.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { PEOPLE_TABLES } from './people.ts'
import type { Person, PersonKind } from './sessions.ts'
import { tokenHash } from './tokens.ts'

/** The owner of a valid link. */
export interface MailLink {
  ownerId: number
}
export type LinkPurpose = MailLinksTable['purpose']

const TOKEN_BYTES = 32

export interface NewLink {
  purpose: LinkPurpose
  person: Person
  email: string
  lifetimeMs: number
}

/** The token for the link; it exists nowhere else. */
export async function makeLink(
  db: Database,
  { purpose, person, email, lifetimeMs }: NewLink,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db
    .insertInto('mail_links')
    .values({
      token_hash: tokenHash(token),
      purpose,
      [COLUMNS[person.kind]]: person.id,
      email,
      expires_at: fromNow(lifetimeMs),
    })
    .execute()
  return token
}

interface GivenLink {
  purpose: LinkPurpose
  token: string
  /** A customer, unless something else is given. */
  kind?: PersonKind
}

/**
 * The link, now used: of several parallel calls one gets it. Undefined if it is unknown, used, expired, or
 * was sent to an address its person no longer has. By the unique index on token_hash.
 */
export const consumeLink = (db: Database, given: GivenLink): Promise<MailLink | undefined> =>
  db
    .updateTable('mail_links')
    .set({ used_at: NOW })
    .where(living(given))
    .returning(ownerId)
    .executeTakeFirst()

/** Looks without using it up: mail scanners open links. */
export const peekLink = (db: Database, given: GivenLink): Promise<MailLink | undefined> =>
  db.selectFrom('mail_links').select(ownerId).where(living(given)).executeTakeFirst()

/** After a password was set, no older mail may set another one. By the index on the person's column. */
export async function voidLinks(db: Database, purpose: LinkPurpose, person: Person): Promise<void> {
  await db
    .updateTable('mail_links')
    .set({ used_at: NOW })
    .where(COLUMNS[person.kind], '=', person.id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * After a buyer's password was set: nothing mailed before may set another one or log in. Whoever read those mails may be why the
 * password was changed. By verification_codes_customer.
 */
export async function voidBuyersMails(db: Database, customerId: number): Promise<void> {
  for (const purpose of ['recovery', 'auth', 'login'] as const)
    await voidLinks(db, purpose, { kind: 'customer', id: customerId })
  await db
    .updateTable('verification_codes')
    .set({ used_at: NOW })
    .where('customer_id', '=', customerId)
    .where('purpose', '=', 'login')
    .where('used_at', 'is', null)
    .execute()
}

const COLUMNS = { customer: 'customer_id', member: 'member_id', staff: 'staff_id' } as const

const ownerId = sql<number>`coalesce(customer_id, member_id, staff_id)`.as('ownerId')

const living = ({ purpose, token, kind = 'customer' }: GivenLink) => sql<boolean>`
  mail_links.token_hash = ${tokenHash(token)}
  and mail_links.purpose = ${purpose}
  and mail_links.used_at is null
  and mail_links.expires_at > now()
  and exists (
    select from ${sql.table(PEOPLE_TABLES[kind])} as person
    where person.id = mail_links.${sql.ref(COLUMNS[kind])} and lower(person.email) = lower(mail_links.email))`
