/** Lets a seller's account know a customer: the conversation with it appears. */
import type { Database } from '#server/core/database/open.ts'
import { openConversation } from './open-conversation.ts'
import { accountExists } from './queries.ts'

/** Again changes nothing. False when there is no such account. */
export async function attachToAccount(db: Database, customerId: number, accountId: number): Promise<boolean> {
  if (!(await accountExists(db, accountId))) return false
  // Before the conversation, which would note them as one of those who write.
  await db
    .insertInto('account_buyers')
    .values({ account_id: accountId, customer_id: customerId, source: 'attached' })
    .onConflict((known) => known.columns(['account_id', 'customer_id']).doNothing())
    .execute()
  await openConversation(db, { customerId, accountId })
  return true
}
