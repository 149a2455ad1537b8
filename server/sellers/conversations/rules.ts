/** What a seller's person may do: everything in the own account's conversations and with its properties, nothing elsewhere. */
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { ownListings } from '#server/deals/properties/queries.ts'
import { type Conversation, conversationNow } from '#server/messaging/queries.ts'

/** The conversation with a buyer; a buyer the account does not talk with answers like one that does not exist. */
export async function ownConversation(
  db: Database,
  me: AccountPrincipal,
  customerId: number,
): Promise<Conversation> {
  const of = await conversationNow(db, { customerId, accountId: me.accountId })
  if (of === null) throw notFound()
  return of
}

/** Refuses properties of others in the words used for properties that do not exist. */
export const requireOwnProperties = (
  db: Database,
  accountId: number,
  fields: Record<string, number>,
): Promise<void> => requireProperties(db, accountId, { fields })

/** What buyers are sent has to be on the market: the page of another deal is closed to them. */
export const requireListedProperties = (
  db: Database,
  accountId: number,
  fields: Record<string, number>,
): Promise<void> => requireProperties(db, accountId, { fields, isListed: true })

/** A blast offers deals: one that is sold cannot be bought. A reply may still be about it. */
export const requireDealsForSale = (
  db: Database,
  accountId: number,
  fields: Record<string, number>,
): Promise<void> => requireProperties(db, accountId, { fields, isListed: true, isForSale: true })

const NOT_OWN = 'This is not one of your properties.'
const SOLD = 'This property is sold. Choose another one.'
const NOT_LISTED = 'This property is off the market. Put it back on the market, or choose another one.'

async function requireProperties(
  db: Database,
  accountId: number,
  wanted: { fields: Record<string, number>; isListed?: boolean; isForSale?: boolean },
): Promise<void> {
  const fields = Object.entries(wanted.fields)
  if (fields.length === 0) return
  const ids = fields.map(([, id]) => id)
  const own = await ownListings(db, accountId, ids)
  const refused: Record<string, string[]> = {}
  for (const [field, id] of fields) {
    const found = own.get(id)
    if (!found) refused[field] = [NOT_OWN]
    else if (wanted.isListed && !found.isListed) refused[field] = [NOT_LISTED]
    else if (wanted.isForSale && found.isSold) refused[field] = [SOLD]
  }
  if (Object.keys(refused).length > 0) throw invalid(refused)
}
