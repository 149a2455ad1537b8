/**
 * Amounts as words, in the installation's currency, with at most 2 fraction digits (spec section 9). No other code puts a sign before an
 * amount. Grouping and the letters for thousands are those of en-US in every currency; the minus is a true one, never a hyphen.
 */
import { currencySign } from './currency.ts'
import { grouped } from './grouped.ts'

/** `$184,500`; cents only when there are any, then both digits: `$12.50`. */
export function formatMoney(amount: number): string {
  const rounded = Math.round(amount * 100) / 100
  return signOf(rounded) + digitsOf(Math.abs(rounded))
}

/** `$185K`, `$1.2M`: whole thousands, millions with one decimal; rounds before it picks the letter, so 999,600 is `$1.0M`. */
export function compactMoney(amount: number): string {
  const size = Math.abs(amount)
  const start = signOf(amount)
  if (Math.round(size) < 1000) return start + Math.round(size)
  const thousands = Math.round(size / 1000)
  return start + (thousands < 1000 ? `${thousands}K` : `${(size / 1_000_000).toFixed(1)}M`)
}

/** `$850`, `$184.5K`, `$1.25M`: at most three digits after a sign, none lost to the letter's rounding. */
export function shortMoney(amount: number): string {
  const size = Math.abs(amount)
  const start = signOf(amount)
  if (Math.round(size) < 1000) return start + Math.round(size)
  if (Math.round(size / 100) / 10 < 1000) return `${start + trimmed(size / 1000, 1)}K`
  if (Math.round(size / 10_000) / 100 < 1000) return `${start + trimmed(size / 1e6, 2)}M`
  return `${start + trimmed(size / 1e9, 2)}B`
}

/** Whole cents as `formatMoney` writes them: `$500`, `$997.50`. */
export const formatCents = (amountCents: number): string => formatMoney(amountCents / 100)

/** Whole cents, not negative, as one types them into a field: `500`, `1,250.50`. */
export const typedCents = (amountCents: number): string => digitsOf(amountCents / 100)

/** Whole cents for columns of figures, always with both digits: `$2,480.00`, `−$997.00`. */
export function ledgerCents(amountCents: number): string {
  return signOf(amountCents) + grouped((Math.abs(amountCents) / 100).toFixed(2))
}

const signOf = (amount: number): string => (amount < 0 ? '\u2212' : '') + currencySign()

const digitsOf = (size: number): string => grouped(Number.isInteger(size) ? String(size) : size.toFixed(2))

/** Without zeros that say nothing. */
const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)))
