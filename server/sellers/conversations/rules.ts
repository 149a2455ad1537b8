/** What a seller's person may do: everything in the own account's conversations and with its properties, nothing elsewhere. */
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { ownPropertyIds } from '#server/deals/properties/queries.ts'
import { type Conversation, hasConversation } from '#server/messaging/queries.ts'

/** The conversation with a buyer; a buyer the account does not talk with answers like one that does not exist. */
export async function ownConversation(
  db: Database,
  me: AccountPrincipal,
  customerId: number,
): Promise<Conversation> {
  const of = { customerId, accountId: me.accountId }
  if (!(await hasConversation(db, of))) throw notFound()
  return of
}

/** Refuses properties of others in the words used for properties that do not exist. */
export async function requireOwnProperties(
  db: Database,
  accountId: number,
  fields: Record<string, number>,
): Promise<void> {
  const ids = Object.values(fields)
  if (ids.length === 0) return
  const own = await ownPropertyIds(db, accountId, ids)
  const foreign = Object.entries(fields).filter(([, id]) => !own.has(id))
  if (foreign.length > 0)
    throw invalid(
      Object.fromEntries(foreign.map(([field]) => [field, ['This is not one of your properties.']])),
    )
}
