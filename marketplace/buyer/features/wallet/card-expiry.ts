/** How long a card still works. A card is good until the end of its month. Pure; the caller says what time it is. */
import type { BillingInfoWire } from '#shared/contract/money.ts'

export type CardExpiry = 'good' | 'soon' | 'expired'

type Expiring = Pick<BillingInfoWire, 'exp_month' | 'exp_year'>

/** The month it expires in and the one before it. */
const SOON_MONTHS = 1

export function cardExpiry({ exp_month, exp_year }: Expiring, nowMs: number): CardExpiry {
  const now = new Date(nowMs)
  const monthsLeft = (exp_year - now.getUTCFullYear()) * 12 + (exp_month - 1 - now.getUTCMonth())
  if (monthsLeft < 0) return 'expired'
  return monthsLeft <= SOON_MONTHS ? 'soon' : 'good'
}

/** `09/27`. */
export const expiryWords = ({ exp_month, exp_year }: Expiring): string =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`
