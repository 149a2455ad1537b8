/**
 * What binds a customer to the marketplace, asked before something is taken away for good. Deposits have no table yet and offers
 * no state, so nobody is bound by either; who builds them answers here and every caller is right at once.
 */
import type { Database } from '#server/database/open.ts'

/** While a deposit is held the account cannot be deleted. */
export const holdsDeposit = async (_db: Database, _customerId: number): Promise<boolean> => false

/** While offers are open the last phone cannot be removed. */
export const hasActiveOffers = async (_db: Database, _customerId: number): Promise<boolean> => false
