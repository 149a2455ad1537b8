/** Amounts of US dollars as words (spec section 9: USD, up to 2 fraction digits). */

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$184,500`; cents only when there are any, then both digits: `$12.50`. */
export function formatUsd(usd: number): string {
  const rounded = Math.round(usd * 100) / 100
  return (Number.isInteger(rounded) ? whole : cents).format(rounded === 0 ? 0 : rounded)
}

/** `$185K`, `$1.2M`: whole thousands, millions with one decimal; rounds before it picks the letter, so 999,600 is `$1.0M`. */
export function compactUsd(usd: number): string {
  const size = Math.abs(usd)
  const sign = usd < 0 ? '-' : ''
  if (Math.round(size) < 1000) return `${sign}$${Math.round(size)}`
  const thousands = Math.round(size / 1000)
  return thousands < 1000 ? `${sign}$${thousands}K` : `${sign}$${(size / 1_000_000).toFixed(1)}M`
}

/** Whole cents as `formatUsd` writes them: `$500`, `$997.50`. */
export const formatCents = (amountCents: number): string => formatUsd(amountCents / 100)

/** Whole cents for columns of figures, always with both digits and the minus of the house: `$2,480.00`, `−$997.00`. */
export function ledgerCents(amountCents: number): string {
  const text = cents.format(Math.abs(amountCents) / 100)
  return amountCents < 0 ? `\u2212${text}` : text
}
