/**
 * Moves the conversations that somebody had as a guest of sellers' sites into their login. The guest has confirmed the email by a code;
 * the login has it confirmed too, by mail or by the network it logs in with. The guest's browsers have to log in afterwards: they have
 * proved no more than a mailbox, and nobody who is logged in sees or ends them.
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

export const createJoinGuests =
  (deps: Deps): JoinGuests =>
  async ({ id, email, email_confirmed_at }) => {
    if (email_confirmed_at === null) return
    const failed = (error: unknown) =>
      deps.log.error({ err: error, customerId: id }, 'a guest could not be joined with their login')
    for (const guest of await guestsOf(deps.db, email)) await joinOne(deps, { ...guest, id }).catch(failed)
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

async function joinOne({ db, broadcaster, prefix }: Deps, joined: Joined): Promise<void> {
  const { id, accountId, guestId } = joined
  if (!(await db.transaction().execute((trx) => move(trx, joined)))) return
  await endSessions({ db, broadcaster }, { kind: 'customer', id: guestId })
  await tellTeam({ db, broadcaster, prefix }, { customerId: id, accountId }, guestId)
}

/** False if another call was faster. */
async function move(trx: Database, { id, accountId, guestId }: Joined): Promise<boolean> {
  // In the order in which a message locks: its conversation, then its customer. One that is written meanwhile is refused, and not lost.
  await sql`select 1 from chats where customer_id = ${guestId} order by id for update`.execute(trx)
  const guest = await trx.selectFrom('customers').select('id').where('id', '=', guestId).forUpdate().execute()
  if (guest.length === 0) return false
  await moveContact(trx, id, guestId)
  await mergeChat(trx, id, guestId)
  // A browser's first message always has the same key: written again after this, it is another guest's.
  await trx
    .updateTable('messages')
    .set({ customer_id: id, idempotency_key: null })
    .where('customer_id', '=', guestId)
    .execute()
  for (const table of ['message_attachments', 'conversation_notes', 'sms_consents'] as const)
    await sql`update ${sql.table(table)} set customer_id = ${id} where customer_id = ${guestId}`.execute(trx)
  await sql`
    update campaign_recipients r set customer_id = ${id} where customer_id = ${guestId} and not exists (
      select 1 from campaign_recipients mine where mine.customer_id = ${id} and mine.campaign_id = r.campaign_id)`.execute(
    trx,
  )
  await trx
    .insertInto('joined_guests')
    .values({ guest_id: guestId, account_id: accountId, customer_id: id })
    .execute()
  await trx.deleteFrom('customers').where('id', '=', guestId).execute()
  return true
}

/** Among the open ones unless both were set aside, and blocked if either was. By chats_customer_id_account_id_key. */
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
      put_away = case when coalesce(excluded.put_away, excluded.snoozed_until::text) is not null then chats.put_away end,
      snoozed_until = case when coalesce(excluded.put_away, excluded.snoozed_until::text) is not null then chats.snoozed_until end,
      created_at = least(chats.created_at, excluded.created_at)`.execute(trx)

/**
 * On the account's list of buyers, with the tags of both. Before the conversation, which enters its buyer in that list. By
 * account_buyers_account_id_customer_id_key.
 */
async function moveContact(trx: Database, id: number, guestId: number): Promise<void> {
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
  // The number that the guest left, for a contact without one.
  await sql`
    update account_buyers b set phone = coalesce(b.phone, v.phone) from site_visitors v
    where v.customer_id = ${guestId} and b.customer_id = ${id} and b.account_id = v.account_id`.execute(trx)
}
