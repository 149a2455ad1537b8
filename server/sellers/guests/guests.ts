/**
 * Visitors without a login. Each is a customer whom nobody can log in as: their e-mail is noted beside them and never compared with the
 * addresses that people log in with, until they have confirmed it and ask for a login themselves.
 */
import { type Selectable, sql } from 'kysely'
import { nowhere } from '#server/accounts/login/nowhere.ts'
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { issue } from '#server/accounts/login/tokens.ts'
import type { SiteVisitorsTable } from '#server/core/database/key-tables.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { GuestTokenWire } from '#shared/contract/guests.ts'
import { GUEST_TOKEN_LIFETIME_MS } from '#shared/contract/key-limits.ts'
import type { SiteKey } from './site-key.ts'

export type Guest = Selectable<SiteVisitorsTable> & {
  blocked_at: Date | null
  account_title: string
  /** The e-mail they log in with, if they have become a buyer. */
  login: string | null
}

export interface NewGuest {
  name: string
  email: string | null
  phone: string | null
}

/** The guest who writes in this browser, or undefined. By the unique index on guest_browsers (public_key). */
export const guestOfBrowser = (
  db: Database,
  accountId: number,
  publicKey: Buffer,
): Promise<Guest | undefined> =>
  selectGuests(db)
    .innerJoin('guest_browsers as browser', 'browser.visitor_id', 'visitor.id')
    .where('browser.public_key', '=', publicKey)
    .where('visitor.account_id', '=', accountId)
    .executeTakeFirst()

/** Of a guest's bearer. Throws 403 for anybody else's. By the unique index on customer_id. */
export async function guestOf(db: Database, me: CustomerPrincipal): Promise<Guest> {
  const guest = await selectGuests(db).where('visitor.customer_id', '=', me.id).executeTakeFirst()
  if (!guest || !me.isVouchedFor)
    throw new Refusal(403, { message: 'This is for visitors without a login.', code: 'not_a_guest' })
  return guest
}

/** The one who wrote last of those who have confirmed this e-mail. By site_visitors_guest. */
export const guestByEmail = (db: Database, accountId: number, email: string): Promise<Guest | undefined> =>
  selectGuests(db)
    .where('visitor.account_id', '=', accountId)
    .where(sql<string>`lower(visitor.email)`, '=', email.toLowerCase())
    .where('visitor.email_confirmed_at', 'is not', null)
    .orderBy('visitor.seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const selectGuests = (db: Database) =>
  db
    .selectFrom('site_visitors as visitor')
    .innerJoin('customers', 'customers.id', 'visitor.customer_id')
    .selectAll('visitor')
    .innerJoin('accounts', 'accounts.id', 'visitor.account_id')
    .select(['customers.blocked_at', 'accounts.title as account_title'])
    .select(
      sql<string | null>`case when customers.email_confirmed_at is not null then customers.email end`.as(
        'login',
      ),
    )
    .where('visitor.external_id', 'is', null)

/** With an open conversation, and this browser. Undefined if the browser is somebody's by now: two calls came at the same time. */
export function addGuest(
  db: Database,
  accountId: number,
  { publicKey, ...guest }: NewGuest & { publicKey: Buffer },
): Promise<Guest | undefined> {
  return db.transaction().execute(async (trx) => {
    const { name, email, phone } = guest
    const customer = await trx
      .insertInto('customers')
      .values({ name, first_name: name, email: nowhere() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const visitor = await trx
      .insertInto('site_visitors')
      .values({ account_id: accountId, customer_id: customer.id, email, phone })
      .returning('id')
      .executeTakeFirstOrThrow()
    await openConversation(trx, { customerId: customer.id, accountId })
    if (await addBrowser(trx, visitor.id, publicKey)) return guestOfBrowser(trx, accountId, publicKey)
    await trx.deleteFrom('customers').where('id', '=', customer.id).execute()
    return undefined
  })
}

/** False if the browser has written before. By the unique index on public_key. */
export async function addBrowser(db: Database, visitorId: number, publicKey: Buffer): Promise<boolean> {
  const added = await db
    .insertInto('guest_browsers')
    .values({ visitor_id: visitorId, public_key: publicKey })
    .onConflict((clash) => clash.column('public_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** For the conversation with the key's account alone. Throws 403 for somebody whom the operator has blocked. */
export async function issueForGuest(db: Database, key: SiteKey, guest: Guest): Promise<GuestTokenWire> {
  if (guest.blocked_at)
    throw new Refusal(403, { message: 'This person is blocked.', code: 'visitor_blocked' })
  const { token, expiresAt } = await issue(db, {
    kind: 'customer',
    purpose: 'widget',
    lifetimeMs: GUEST_TOKEN_LIFETIME_MS,
    principalId: guest.customer_id,
    accountId: key.accountId,
    serverKeyId: key.id,
  })
  await db.updateTable('site_visitors').set({ seen_at: NOW }).where('id', '=', guest.id).execute()
  return {
    token,
    expires_at: expiresAt.toISOString(),
    email: guest.email,
    email_confirmed: guest.email_confirmed_at !== null,
    has_login: guest.login !== null,
  }
}
