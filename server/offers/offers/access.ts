/** Who may read an offer: its buyer, unless their token is for another account, and the account of the deal. A draft only its buyer. */
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import type { OfferState } from '#shared/contract/offers.ts'

export interface OfferParties {
  customer_id: number
  account_id: number
  state: OfferState
}

export function mayReadOffer(who: Principal | null, offer: OfferParties): boolean {
  if (who?.kind === 'customer')
    return who.id === offer.customer_id && (who.boundAccountId ?? offer.account_id) === offer.account_id
  return who?.kind === 'account' && who.accountId === offer.account_id && offer.state !== 'draft'
}

/** Null when there is none. By primary key. */
export async function offerParties(db: Database, offerId: number): Promise<OfferParties | null> {
  const row = await db
    .selectFrom('offers')
    .select(['customer_id', 'account_id', 'state'])
    .where('id', '=', offerId)
    .executeTakeFirst()
  return row ?? null
}
