/** What binds a customer to the marketplace, asked before something is taken away for good. */
import type { Database } from '#server/database/open.ts'
import { openDepositOf } from '#server/money/deposits.ts'
import { walletOf } from '#server/money/wallet.ts'
import { countActiveOffers } from '#server/offers/active-offers.ts'

/** While a deposit is held the account cannot be deleted. */
export const holdsDeposit = async (db: Database, customerId: number): Promise<boolean> =>
  (await openDepositOf(db, customerId)) !== undefined

/** Money of theirs that is here or on its way, in cents: an account that is deleted would leave it behind. */
export async function moneyHere(db: Database, customerId: number): Promise<number> {
  const { balanceCents, pendingCents } = await walletOf(db, customerId)
  return balanceCents + pendingCents
}

/** While offers are open the last phone cannot be removed. */
export const hasActiveOffers = async (db: Database, customerId: number): Promise<boolean> =>
  (await countActiveOffers(db, customerId)) > 0
