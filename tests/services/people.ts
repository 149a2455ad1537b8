/** A buyer, a seller and the seller app against servers that run apart: how they write, and what is seen and stored. */
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { ChatStore, Row } from '#shared/thread/model.ts'
import { type Person, peopleOf, type Seller } from '#tests/support/server.ts'

export interface Pair {
  buyer: Person
  seller: Seller
}

/** Makes pairs of people who may talk with each other. */
export function pairsOn(database: OpenDatabase): () => Promise<Pair> {
  const people = peopleOf({ database })
  return async () => {
    const [buyer, seller] = [await people.addCustomer(), await people.addAccount('Gulf Coast Wholesale')]
    await people.introduce(buyer, seller)
    return { buyer, seller }
  }
}

/** The seller writes in the seller app of one server. False when it did not say that it has the message. */
export async function sellerWrites(
  url: string,
  { buyer, seller }: { buyer: Pick<Person, 'id'>; seller: Pick<Seller, 'token'> },
  message: string,
): Promise<boolean> {
  const response = await fetch(`${url}/account/api/customers/${buyer.id}/text-messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${seller.token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ message }),
  }).catch(() => null)
  await response?.body?.cancel()
  return response?.status === 201
}

const rows = ({ thread }: ChatStore): Row[] =>
  Array.from({ length: thread.rows.value.count }, (_, offset) => thread.rows.value.at(offset))

/** The texts of the open thread, in order; those still on their way are not among them. */
export const shownTexts = (store: ChatStore): string[] =>
  rows(store).flatMap((row) => (row.kind === 'message' ? [row.message.message] : []))

export const outgoing = (store: ChatStore) =>
  rows(store).flatMap((row) => (row.kind === 'outgoing' ? [row.outgoing] : []))

/** What the database holds, in the conversation's order. */
export async function storedTexts({ db }: OpenDatabase, { buyer, seller }: Pair): Promise<string[]> {
  const stored = await db
    .selectFrom('messages')
    .select('body')
    .where('customer_id', '=', buyer.id)
    .where('account_id', '=', seller.id)
    .orderBy('sort_at')
    .orderBy('id')
    .execute()
  return stored.map(({ body }) => body ?? '')
}
