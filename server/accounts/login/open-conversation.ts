/** Opens a conversation between a customer and an account; the messenger writes in it. */
import type { Database } from '#server/core/database/open.ts'

/** Opens the conversation if there is none. */
export async function openConversation(
  db: Database,
  of: { customerId: number; accountId: number },
): Promise<void> {
  await db
    .insertInto('chats')
    .values({ customer_id: of.customerId, account_id: of.accountId })
    .onConflict((conflict) => conflict.columns(['customer_id', 'account_id']).doNothing())
    .execute()
}
