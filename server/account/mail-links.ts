/** The single-use links of mails, and the hash a code is traded for: random tokens, stored hashed, bound to one customer and one address. */
import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { MailLinksTable } from '#server/database/account-tables.ts'
import type { Database } from '#server/database/open.ts'
import { tokenHash } from './tokens.ts'

export type MailLinkRow = Selectable<MailLinksTable>
export type LinkPurpose = MailLinksTable['purpose']

const TOKEN_BYTES = 32

export interface NewLink {
  purpose: LinkPurpose
  customerId: number
  email: string
  lifetimeMs: number
}

/** The token for the link; it exists nowhere else. */
export async function makeLink(
  db: Database,
  { purpose, customerId, email, lifetimeMs }: NewLink,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db
    .insertInto('mail_links')
    .values({
      token_hash: tokenHash(token),
      purpose,
      customer_id: customerId,
      email,
      expires_at: new Date(Date.now() + lifetimeMs),
    })
    .execute()
  return token
}

interface GivenLink {
  purpose: LinkPurpose
  token: string
}

/**
 * The link's row, now used: of several calls in the same moment one gets it. Undefined when it is unknown, used, expired, or
 * was sent to an address the customer no longer has. By the unique index on token_hash.
 */
export const consumeLink = (db: Database, given: GivenLink): Promise<MailLinkRow | undefined> =>
  db
    .updateTable('mail_links')
    .set({ used_at: new Date() })
    .where(living(given))
    .returningAll()
    .executeTakeFirst()

/** Looks without using it up: mail scanners open links. */
export const peekLink = (db: Database, given: GivenLink): Promise<MailLinkRow | undefined> =>
  db.selectFrom('mail_links').selectAll().where(living(given)).executeTakeFirst()

/** After a password was set, no older mail may set another one. By mail_links_customer. */
export async function voidLinks(db: Database, purpose: LinkPurpose, customerId: number): Promise<void> {
  await db
    .updateTable('mail_links')
    .set({ used_at: new Date() })
    .where('customer_id', '=', customerId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

const living = ({ purpose, token }: GivenLink) => sql<boolean>`
  mail_links.token_hash = ${tokenHash(token)}
  and mail_links.purpose = ${purpose}
  and mail_links.used_at is null
  and mail_links.expires_at > ${new Date()}
  and exists (
    select from customers
    where customers.id = mail_links.customer_id and lower(customers.email) = lower(mail_links.email))`
