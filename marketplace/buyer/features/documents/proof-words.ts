/** The words about a proof of funds: how long it is good, where it is used. */
import type { ProofOfFundsWire } from '#shared/contract/funds.ts'

/** Null when it stands in none. */
export function usedIn({ offer_ids: ids }: Pick<ProofOfFundsWire, 'offer_ids'>): string | null {
  const count = ids?.length ?? 0
  if (count === 0) return null
  return count === 1 ? 'Used in 1 offer' : `Used in ${count} offers`
}
