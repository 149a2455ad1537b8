/** Amounts of US dollars as words (spec section 9: USD, up to 2 fraction digits). */
import { grouped } from './grouped.ts'

/** `$184,500`; cents only when there are any, then both digits: `$12.50`. */
export function formatUsd(usd: number): string {
  const rounded = Math.round(usd * 100) / 100
  const size = Math.abs(rounded)
  return `${rounded < 0 ? '-' : ''}$${grouped(Number.isInteger(size) ? String(size) : size.toFixed(2))}`
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
  const text = `$${grouped((Math.abs(amountCents) / 100).toFixed(2))}`
  return amountCents < 0 ? `\u2212${text}` : text
}
