/** Who may write first, what a first message may carry, and when the sender waits for an answer. */
import type { Database } from '#server/core/database/open.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { GUEST_UNANSWERED_MAX } from '#shared/contract/key-limits.ts'
import type { Conversation } from './queries.ts'

/** Throws 404 for an account that is not there or is suspended, and 403 for one that writes first itself. By primary key. */
export async function requireFirstContact(db: Database, accountId: number): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select('accepts_first_contact')
    .where('id', '=', accountId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (!account) throw notFound()
  if (!account.accepts_first_contact)
    throw new Refusal(403, {
      message: 'This company takes messages only from buyers it has written to.',
      code: 'first_contact_off',
    })
}

/** The deal if the account lists it. A page may name one that was taken down since, and loses no message by it. By primary key. */
export async function listedProperty(
  db: Database,
  accountId: number,
  propertyId: number | null,
): Promise<number | null> {
  if (propertyId === null) return null
  const row = await db
    .selectFrom('properties')
    .select('id')
    .where('id', '=', propertyId)
    .where('account_id', '=', accountId)
    .where('listing', '=', 'listed')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Throws 403 when a guest whose e-mail nobody has confirmed has written a lot and nobody has answered. By messages_thread. */
export async function requireAnswer(db: Database, of: Conversation): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('site_visitors as visitor', 'visitor.customer_id', 'messages.customer_id')
    .select('messages.type')
    .where('messages.customer_id', '=', of.customerId)
    .where('messages.account_id', '=', of.accountId)
    .where('visitor.external_id', 'is', null)
    .where('visitor.email_confirmed_at', 'is', null)
    .orderBy('messages.sort_at', 'desc')
    .limit(GUEST_UNANSWERED_MAX)
    .execute()
  if (rows.length < GUEST_UNANSWERED_MAX || rows.some(({ type }) => type === 'outbound')) return
  throw new Refusal(403, {
    message: 'Wait for an answer before you write more, or confirm your email.',
    code: 'wait_for_answer',
  })
}
