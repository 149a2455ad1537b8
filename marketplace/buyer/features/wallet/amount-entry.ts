/** An amount that was typed, as whole cents. Pure: no number with a fraction is ever made of it. */
import { withoutSign } from '#shared/format/currency.ts'
import { formatCents } from '#shared/format/money.ts'

export interface Bounds {
  readonly minCents: number
  readonly maxCents: number
}

const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/

/** Null for what is no amount: `1,2`, `12.345`, `-5`. */
export function readCents(typed: string): number | null {
  const match = AMOUNT.exec(withoutSign(typed).trim())
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  return Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
}

/** What is wrong with it, in words; null when it may be sent. Without bounds the server alone decides about the size. */
export function amountProblem(typed: string, bounds: Bounds | null): string | null {
  const amountCents = readCents(typed)
  if (typed.trim() === '') return 'Enter an amount.'
  if (amountCents === null) return 'Enter an amount like 250 or 1,250.50.'
  if (bounds === null) return amountCents === 0 ? `Enter an amount above ${formatCents(0)}.` : null
  if (amountCents < bounds.minCents) return `Minimum ${formatCents(bounds.minCents)}.`
  if (amountCents > bounds.maxCents) return `Maximum ${formatCents(bounds.maxCents)} per payment.`
  return null
}
