/** What a seller's person may do: everything in the own account's conversations and with its properties, nothing elsewhere. */
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { ownListings } from '#server/deals/properties/queries.ts'
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
  await requireProperties(db, accountId, { fields, refusalOf: (own) => (own ? null : NOT_OWN) })
}

/** What buyers are sent has to be on the market: the page of another deal is closed to them. */
export async function requireListedProperties(
  db: Database,
  accountId: number,
  fields: Record<string, number>,
): Promise<void> {
  await requireProperties(db, accountId, {
    fields,
    refusalOf: (own) => (own ? (own.isListed ? null : NOT_LISTED) : NOT_OWN),
  })
}

const NOT_OWN = 'This is not one of your properties.'
const NOT_LISTED = 'This property is off the market. Put it back on the market, or choose another one.'

async function requireProperties(
  db: Database,
  accountId: number,
  asked: {
    fields: Record<string, number>
    refusalOf: (own: { isListed: boolean } | undefined) => string | null
  },
): Promise<void> {
  const fields = Object.entries(asked.fields)
  if (fields.length === 0) return
  const ids = fields.map(([, id]) => id)
  const own = await ownListings(db, accountId, ids)
  const refused = fields.flatMap(([field, id]) => {
    const words = asked.refusalOf(own.get(id))
    return words === null ? [] : [{ field, words }]
  })
  if (refused.length > 0)
    throw invalid(Object.fromEntries(refused.map(({ field, words }) => [field, [words]])))
}
