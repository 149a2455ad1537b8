/** What a customer has in the groups after the accounts: favorites, proofs of funds and the balance. */
import type { Database } from './core/database/open.ts'
import { favouriteIdsOf } from './deals/favourites/queries.ts'
import { proofsOf } from './offers/proof-of-funds/proofs.ts'
import { balancesOf } from './payments/ledger.ts'
import type { HoldingsOf } from './providers/app-context.ts'

const CENTS = 100

export const createHoldingsOf =
  (db: Database): HoldingsOf =>
  async (customerId) => {
    const [favourites, proofs, money] = await Promise.all([
      favouriteIdsOf(db, customerId),
      proofsOf(db, customerId),
      balancesOf(db, customerId),
    ])
    return {
      favourite_properties: favourites,
      proof_of_funds: proofs.map((proof) => ({
        id: proof.id,
        file_name: proof.file_name,
        amount_cents: proof.amount_cents,
        valid_until: proof.valid_until,
        review: proof.review,
      })),
      balance: money.wallet / CENTS,
    }
  }
