/** The words about a proof of funds: how long it is good, where it is used. */
import dayjs from 'dayjs'
import type { ProofOfFundsWire } from '#shared/contract/funds.ts'

export const dayWords = (day: string): string => dayjs(day).format('MMM D, YYYY')

/** A day as YYYY-MM-DD where the reader is. */
const dayText = (atMs: number): string => dayjs(atMs).format('YYYY-MM-DD')

export const isOutdated = (
  { valid_until: until }: Pick<ProofOfFundsWire, 'valid_until'>,
  nowMs: number,
): boolean => until !== null && until !== undefined && until < dayText(nowMs)

/** Null when it stands in none. */
export function usedIn({ offer_ids: ids }: Pick<ProofOfFundsWire, 'offer_ids'>): string | null {
  const count = ids?.length ?? 0
  if (count === 0) return null
  return count === 1 ? 'Used in 1 offer' : `Used in ${count} offers`
}
