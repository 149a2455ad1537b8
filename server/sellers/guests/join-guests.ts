/**
 * The conversations that a buyer had as a guest of sellers' sites, under the email that they have confirmed there and log in with here.
 * Each becomes the buyer's, with all that is in it. Both proofs are by mail to the same address.
 */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { endSessions } from '#server/accounts/login/sessions.ts'
import type { Database } from '#server/core/database/open.ts'
import type { JoinGuests, RoomDeps } from '#server/providers/app-context.ts'
import { tellTeam } from '../conversations/conversation-state.ts'

type Deps = Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix'> & { log: FastifyBaseLogger }

interface Joined {
  id: number
  accountId: number
  guestId: number
}

/** What fails is tried again with the next call; nobody's login waits for it. */
export const createJoinGuests =
  (deps: Deps): JoinGuests =>
  async ({ id, email }) => {
    try {
      for (const guest of await guestsOf(deps.db, email)) {
        const joined = { ...guest, id }
        if (await deps.db.transaction().execute((trx) => join(trx, joined))) await tell(deps, joined)
      }
    } catch (error) {
      deps.log.error({ err: error, customerId: id }, 'a guest could not be joined with their login')
    }
  }

/** Who cannot log in, has confirmed this email, and is not blocked by the operator. By site_visitors_confirmed. */
function guestsOf(db: Database, email: string): Promise<Omit<Joined, 'id'>[]> {
  return db
    .selectFrom('site_visitors as visitor')
    .innerJoin('customers', 'customers.id', 'visitor.customer_id')
    .select(['visitor.account_id as accountId', 'visitor.customer_id as guestId'])
    .where(sql<string>`lower(visitor.email)`, '=', email.toLowerCase())
    .where('visitor.external_id', 'is', null)
    .where('visitor.email_confirmed_at', 'is not', null)
    .where('customers.email_confirmed_at', 'is', null)
    .where('customers.blocked_at', 'is', null)
    .where('customers.deleted_at', 'is', null)
    .orderBy('visitor.id')
    .execute()
}

/** False if another call was faster. */
async function join(trx: Database, { id, accountId, guestId }: Joined): Promise<boolean> {
  // Messages that are written at this moment wait, and are refused: their sender gets another token.
  const guest = await trx.selectFrom('customers').select('id').where('id', '=', guestId).forUpdate().execute()
  if (guest.length === 0) return false
  const goesOn = await mayGoOn(trx, id, accountId)
  await mergeChat(trx, id, guestId)
  await trx.updateTable('messages').set({ customer_id: id }).where('customer_id', '=', guestId).execute()
  for (const table of ['message_attachments', 'conversation_notes', 'sms_consents'] as const)
    await sql`update ${sql.table(table)} set customer_id = ${id} where customer_id = ${guestId}`.execute(trx)
  await mergeContact(trx, id, guestId)
  await sql`
    update campaign_recipients r set customer_id = ${id} where customer_id = ${guestId} and not exists (
      select 1 from campaign_recipients mine where mine.customer_id = ${id} and mine.campaign_id = r.campaign_id)`.execute(
    trx,
  )
  if (goesOn)
    await trx
      .updateTable('site_visitors')
      .set({ customer_id: id })
      .where('customer_id', '=', guestId)
      .execute()
  await trx.deleteFrom('customers').where('id', '=', guestId).execute()
  return true
}

/**
 * Whether the guest's browser goes on without a login. Not where the buyer has written to this account before: it would read more than
 * its own. Nor where another site's browser goes on as the buyer: a customer is a visitor of one account.
 */
async function mayGoOn(trx: Database, id: number, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from chats where customer_id = ${id} and account_id = ${accountId}
    union all select 1 from site_visitors where customer_id = ${id}`.execute(trx)
  return rows.length === 0
}

/** Open, if it was open for either of them. By chats_customer_id_account_id_key. */
const mergeChat = (trx: Database, id: number, guestId: number) =>
  sql`
    insert into chats (customer_id, account_id, last_message_id, last_message_at, customer_unread_count,
        account_unread_count, assigned_to, blocked_at, put_away, snoozed_until, created_at)
      select ${id}, account_id, last_message_id, last_message_at, customer_unread_count,
        account_unread_count, assigned_to, blocked_at, put_away, snoozed_until, created_at
      from chats where customer_id = ${guestId}
    on conflict (customer_id, account_id) do update set
      last_message_id = case when excluded.last_message_id is not null
        and (chats.last_message_id is null or excluded.last_message_at > chats.last_message_at)
        then excluded.last_message_id else chats.last_message_id end,
      last_message_at = greatest(chats.last_message_at, excluded.last_message_at),
      customer_unread_count = chats.customer_unread_count + excluded.customer_unread_count,
      account_unread_count = chats.account_unread_count + excluded.account_unread_count,
      assigned_to = coalesce(chats.assigned_to, excluded.assigned_to),
      blocked_at = coalesce(chats.blocked_at, excluded.blocked_at),
      put_away = case when excluded.put_away is null then null else chats.put_away end,
      snoozed_until = case when excluded.snoozed_until is null then null else chats.snoozed_until end,
      created_at = least(chats.created_at, excluded.created_at)`.execute(trx)

/** On the account's list of buyers, with the tags of both. By account_buyers_account_id_customer_id_key. */
async function mergeContact(trx: Database, id: number, guestId: number): Promise<void> {
  await sql`
    update account_buyers mine set tags = (select coalesce(jsonb_agg(tag order by tag), '[]') from
      (select jsonb_array_elements_text(mine.tags) union select jsonb_array_elements_text(guest.tags)) t(tag))
    from account_buyers guest where guest.customer_id = ${guestId}
      and mine.customer_id = ${id} and mine.account_id = guest.account_id`.execute(trx)
  await sql`
    update account_buyers guest set customer_id = ${id} where customer_id = ${guestId} and not exists (
      select 1 from account_buyers mine where mine.customer_id = ${id} and mine.account_id = guest.account_id)`.execute(
    trx,
  )
}

/** The guest's pages ask for another token; the seller's team sees who it is. */
async function tell({ db, broadcaster, prefix }: Deps, { id, accountId, guestId }: Joined): Promise<void> {
  await endSessions({ db, broadcaster }, { kind: 'customer', id: guestId })
  await tellTeam({ db, broadcaster, prefix }, { customerId: id, accountId }, guestId)
}
