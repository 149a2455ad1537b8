/** What binds a customer to the marketplace, asked before something is taken away for good. */
import type { Database } from '#server/database/open.ts'
import { openDepositOf } from '#server/money/deposits.ts'
import { countActiveOffers } from '#server/offers/active-offers.ts'

/** While a deposit is held the account cannot be deleted. */
export const holdsDeposit = async (db: Database, customerId: number): Promise<boolean> =>
  (await openDepositOf(db, customerId)) !== undefined

/** While offers are open the last phone cannot be removed. */
export const hasActiveOffers = async (db: Database, customerId: number): Promise<boolean> =>
  (await countActiveOffers(db, customerId)) > 0
