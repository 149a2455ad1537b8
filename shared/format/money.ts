/** Amounts of US dollars as words (spec section 9: USD, up to 2 fraction digits). */

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$184,500`; cents only when there are any, then both digits: `$12.50`. */
export function formatUsd(usd: number): string {
  const rounded = Math.round(usd * 100) / 100
  return (Number.isInteger(rounded) ? whole : cents).format(rounded === 0 ? 0 : rounded)
}
