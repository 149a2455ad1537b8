/** Proofs of funds as an offer uses them: which one is good, and whether it covers the price (checklist OFR-14). */
import type { UploadedFile } from '#marketplace/buyer/ui/upload/upload-rows.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import type { CorporateDocumentWire, ProofOfFundsWire, ProofRule } from '#shared/contract/proof-of-funds.ts'
import { formatMoney } from '#shared/format/money.ts'
import { proofCounts, proofStanding } from '#shared/rules/offers/proof-standing.ts'
import { dayText } from './offer-form.ts'

/** The latest that counts for this seller, else the latest that may count later. */
export function usableProof(
  proofs: readonly ProofOfFundsWire[],
  { rule, nowMs }: { rule: ProofRule; nowMs: number },
): ProofOfFundsWire | null {
  const today = dayText(nowMs)
  return (
    proofs.find((proof) => proofCounts(proof, rule, today)) ??
    proofs.find((proof) => MAY_COME_TO_COUNT.includes(proofStanding(proof, today))) ??
    null
  )
}

const MAY_COME_TO_COUNT: readonly string[] = ['being_checked', 'under_review']

export interface Needed {
  readonly rule: ProofRule
  readonly priceUsd: number
  readonly feeUsd: number
  readonly nowMs: number
}

/** What the seller may object to, or null. */
export function proofWarning(proof: ProofOfFundsWire, needed: Needed): string | null {
  const { rule, priceUsd, feeUsd, nowMs } = needed
  const today = dayText(nowMs)
  const standing = proofStanding(proof, today)
  if (standing === 'rejected')
    return `This proof was not accepted${proof.review_reason ? `: ${proof.review_reason}` : '.'}`
  if (standing === 'outdated')
    return `This proof was good until ${proof.valid_until ? dayWords(proof.valid_until) : 'a day that has passed'}. Attach a newer one.`
  if (standing === 'being_checked')
    return 'This proof is being checked for viruses and does not count yet. That takes a few minutes.'
  if (!proofCounts(proof, rule, today))
    return 'This proof is under review and does not count for this seller yet. Wait for the review, or add company documents.'
  if (proof.amount_cents === null || proof.amount_cents === undefined)
    return 'Enter the amount shown on it, so that the seller can see that it covers the price.'
  const shortMoney = priceUsd + feeUsd - proof.amount_cents / 100
  return shortMoney > 0
    ? `It shows ${formatMoney(proof.amount_cents / 100)}: ${formatMoney(shortMoney)} less than price and platform fee.`
    : null
}

/** As a place for files shows it. */
export const uploadedFile = (file: CorporateDocumentWire): UploadedFile => ({
  id: file.id,
  fileName: file.file_name,
  sizeBytes: file.size_bytes,
  url: file.url ?? null,
  isQuarantined: file.is_quarantined ?? false,
})
