/** Puts an offer into a test's database without its rules. */
import type { OfferState } from '#shared/contract/offers.ts'
import type { TestServer } from '#tests/support/server.ts'

interface Given {
  buyer: { id: number }
  seller: { id: number }
  state: OfferState
  proofId?: number
}

export async function addOffer(
  server: TestServer,
  { buyer, seller, state, proofId }: Given,
): Promise<number> {
  const row = await server.database.db
    .insertInto('offers')
    .values({
      property_id: await server.addProperty(seller.id),
      customer_id: buyer.id,
      account_id: seller.id,
      state,
      terms: '{}',
      proof_id: proofId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
