/** The seller app's questions to the database: who sits there, its conversations and its buyers. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { MESSAGE_COLUMNS } from '#server/messaging/queries.ts'

/** By the unique index account_members_email on lower(email). */
export const memberByEmail = (db: Database, email: string) =>
  selectMembers(db)
    .where(sql<string>`lower(account_members.email)`, '=', email.toLowerCase())
    .executeTakeFirst()

/** By primary key. */
export const memberById = (db: Database, id: number) =>
  selectMembers(db).where('account_members.id', '=', id).executeTakeFirst()

/** The account's conversations, or those about a deal: chats_account_latest in order, then primary keys. */
export async function sellerChatPage(
  db: Database,
  accountId: number,
  { page, propertyId }: { page: number; propertyId: number | null },
) {
  const { limit, offset } = windowOf(page)
  const rows = await db
    .selectFrom('chats')
    .innerJoin('customers', 'customers.id', 'chats.customer_id')
    .leftJoin('site_visitors as visitor', 'visitor.customer_id', 'chats.customer_id')
    .leftJoin('account_members as assignee', 'assignee.id', 'chats.assigned_to')
    .leftJoin('messages', 'messages.id', 'chats.last_message_id')
    .leftJoin('properties', 'properties.id', 'messages.property_id')
    .leftJoin('offers', 'offers.id', 'messages.offer_id')
    .leftJoin('offer_moves', 'offer_moves.id', 'messages.offer_move_id')
    .leftJoin('inquiries', 'inquiries.id', 'messages.inquiry_id')
    .select(['chats.id as chat_id', 'chats.account_unread_count', 'customers.name as customer_name'])
    .select(['visitor.id as visitor_id', 'visitor.external_id', 'visitor.email as visitor_email'])
    .select(['visitor.phone as visitor_phone', 'visitor.email_confirmed_at as visitor_confirmed_at'])
    .select('customers.email_confirmed_at as login_confirmed_at')
    .select(['chats.customer_id as chat_customer_id', 'chats.assigned_to', 'assignee.name as assignee_name'])
    .select(['chats.blocked_at', 'chats.put_away', 'chats.snoozed_until', 'customers.deleted_at'])
    .select(MESSAGE_COLUMNS)
    .where('chats.account_id', '=', accountId)
    // A visitor of the seller's site has a conversation from the first page on, and is shown once there is a message.
    .where((row) => row.or([row('chats.last_message_id', 'is not', null), row('visitor.id', 'is', null)]))
    .$if(propertyId !== null, (all) =>
      all.where('chats.customer_id', 'in', buyersAbout(accountId, propertyId ?? 0)),
    )
    .orderBy('chats.last_message_at', 'desc')
    .orderBy('chats.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return pageOf(rows)
}

/** Who has an offer, a request, a question or a card of the deal. An offer that was not sent has no message. */
const buyersAbout = (accountId: number, propertyId: number) => sql<number>`(
  select customer_id from messages where account_id = ${accountId} and property_id = ${propertyId}
  union select m.customer_id from offers o join messages m on m.offer_id = o.id
    where o.property_id = ${propertyId} and m.account_id = ${accountId}
  union select customer_id from inquiries where account_id = ${accountId} and property_id = ${propertyId})`

const selectMembers = (db: Database) =>
  db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_members.account_id')
    .select(['account_members.id', 'account_members.name', 'account_members.email'])
    .select(['account_members.password_hash', 'account_members.role', 'paused_at', 'terms_version'])
    .select(['accounts.id as account_id', 'accounts.title', 'accounts.logo_url'])
    .select(['accounts.requires_two_step', 'closes_at'])

export type MemberRow = NonNullable<Awaited<ReturnType<typeof memberById>>>
