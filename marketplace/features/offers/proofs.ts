/** Proofs of funds as an offer uses them: which one is good, and whether it covers the price (checklist OFR-14). */
import type { ProofOfFundsWire } from '#shared/contract/funds.ts'
import { formatUsd } from '#shared/format/money.ts'
import { dayText } from './offer-form.ts'
import { dateWords } from './offer-words.ts'

export const isOutdated = ({ valid_until: until }: ProofOfFundsWire, nowMs: number): boolean =>
  until !== null && until !== undefined && until < dayText(nowMs)

/** The latest that still holds and nobody rejected. */
export const usableProof = (proofs: readonly ProofOfFundsWire[], nowMs: number): ProofOfFundsWire | null =>
  proofs.find((proof) => proof.review !== 'rejected' && !isOutdated(proof, nowMs)) ?? null

export interface Needed {
  readonly priceUsd: number
  readonly feeUsd: number
  readonly nowMs: number
}

/** What the seller may object to, or null. */
export function proofWarning(proof: ProofOfFundsWire, { priceUsd, feeUsd, nowMs }: Needed): string | null {
  if (proof.review === 'rejected')
    return `This proof was not accepted${proof.review_reason ? `: ${proof.review_reason}` : '.'}`
  if (isOutdated(proof, nowMs))
    return `This proof was good until ${proof.valid_until ? dateWords(proof.valid_until) : 'a day that has passed'}. Attach a newer one.`
  if (proof.amount_cents === null || proof.amount_cents === undefined)
    return 'Enter the amount it shows, so that the seller sees that it covers the price.'
  const shortUsd = priceUsd + feeUsd - proof.amount_cents / 100
  return shortUsd > 0
    ? `It shows ${formatUsd(proof.amount_cents / 100)}: ${formatUsd(shortUsd)} less than price and platform fee.`
    : null
}

/** `184 KB`, `2.4 MB`. */
export function sizeWords(bytes: number): string {
  const kilo = bytes / 1024
  return kilo < 1024 ? `${Math.max(1, Math.round(kilo))} KB` : `${(kilo / 1024).toFixed(1)} MB`
}
