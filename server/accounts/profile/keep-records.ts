/**
 * What outlives a deleted account without its person, as the privacy policy says: offers that were sent, sellers' own messages, and
 * consent to text messages. They are moved to a row of customers that has no name and no login, and the account's row is then deleted.
 */
import { sql, type Transaction } from 'kysely'
import { nowhere } from '#server/accounts/login/nowhere.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Schema } from '#server/core/database/schema.ts'

const NAME = 'Deleted account'
/** Over the terms of an offer. */
const EMPTY = sql`'{"note": "", "entity_id": null}'::jsonb`

/** In the transaction that deletes the account, which holds its row. By offers_customer, messages_thread, chats' unique index and sms_consents_customer. */
export async function keepRecords(trx: Transaction<Schema>, customerId: number): Promise<void> {
  await dropOwnWords(trx, customerId)
  await dropLoggedWords(trx, customerId)
  if (!(await hasRecords(trx, customerId))) return
  const { id } = await trx
    .insertInto('customers')
    .values({ name: NAME, email: nowhere(), deleted_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const table of ['offers', 'messages', 'message_attachments', 'chats', 'sms_consents'] as const)
    await trx.updateTable(table).set({ customer_id: id }).where('customer_id', '=', customerId).execute()
}

async function dropOwnWords(trx: Transaction<Schema>, customerId: number): Promise<void> {
  await trx.deleteFrom('offers').where('customer_id', '=', customerId).where('state', '=', 'draft').execute()
  await sql`delete from message_attachments where customer_id = ${customerId} and (type = 'inbound' or message_id is null)`.execute(
    trx,
  )
  await trx
    .deleteFrom('messages')
    .where('customer_id', '=', customerId)
    .where('type', '=', 'inbound')
    .execute()
  const ofOffers = sql`select id from offers where customer_id = ${customerId}`
  await sql`delete from corporate_documents where offer_id in (${ofOffers}) and not is_from_seller`.execute(
    trx,
  )
  // Who bought for whom, and what the buyer wrote with a move.
  await sql`update offer_moves set note = case when by = 'buyer' then null else note end,
      ip = case when by = 'buyer' then null else ip end,
      person_id = case when by = 'buyer' then null else person_id end, terms = terms || ${EMPTY}
    where offer_id in (${ofOffers})`.execute(trx)
  await sql`update offer_steps set note = null where offer_id in (${ofOffers}) and done_by = 'buyer'`.execute(
    trx,
  )
  await sql`update content_reports set details = null where reporter_kind = 'customer' and reporter_id = ${customerId}`.execute(
    trx,
  )
  await sql`update offers set buyer = null, release_reason = null, idempotency_key = null, idempotency_terms = null, terms = terms || ${EMPTY}
    where customer_id = ${customerId}`.execute(trx)
  await sql`delete from chats where customer_id = ${customerId} and not exists (select 1 from messages
    where messages.customer_id = chats.customer_id and messages.account_id = chats.account_id)`.execute(trx)
  await sql`update chats set account_unread_count = 0, customer_unread_count = 0, last_message_id = latest.id
    from (select distinct on (account_id) account_id, id from messages
      where customer_id = ${customerId} order by account_id, sort_at desc, id desc) as latest
    where chats.customer_id = ${customerId} and chats.account_id = latest.account_id`.execute(trx)
}

/** The log keeps what was done and when. By audit_log_actor and audit_log_subject. */
async function dropLoggedWords(trx: Transaction<Schema>, customerId: number): Promise<void> {
  await sql`update audit_log set ip = null, before = before - 'note', after = after - 'note'
    where actor_kind = 'customer' and actor_id = ${customerId}`.execute(trx)
  await sql`update audit_log set before = before #- '{terms,note}' #- '{terms,entity_id}',
      after = after #- '{terms,note}' #- '{terms,entity_id}'
    where subject_kind = 'offer' and subject_id in (select id from offers where customer_id = ${customerId})`.execute(
    trx,
  )
}

async function hasRecords(trx: Transaction<Schema>, customerId: number): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean
  }>`select exists (select 1 from offers where customer_id = ${customerId})
    or exists (select 1 from chats where customer_id = ${customerId})
    or exists (select 1 from sms_consents where customer_id = ${customerId}) as has`.execute(trx)
  return rows[0]?.has === true
}
