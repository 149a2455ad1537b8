/** The state of a proof of funds, and which sellers accept it. Shared by server and apps. Pure. */
import type { ProofOfFundsWire, ProofRule } from '../../contract/proof-of-funds.ts'

export type ProofStanding = 'being_checked' | 'reviewed' | 'under_review' | 'rejected' | 'outdated'

type Proof = Pick<ProofOfFundsWire, 'review' | 'valid_until' | 'is_quarantined'>

/** `today` as YYYY-MM-DD. */
export function proofStanding(
  { review, valid_until: until, is_quarantined: isQuarantined }: Proof,
  today: string,
): ProofStanding {
  if (isQuarantined) return 'being_checked'
  if (review === 'rejected') return 'rejected'
  if (until && until < today) return 'outdated'
  return review === 'approved' ? 'reviewed' : 'under_review'
}

/** An unreviewed one counts if the seller's rule says so; a HEIC never does, because nothing here can decode it. */
export function proofCounts(
  proof: Proof & Pick<ProofOfFundsWire, 'content_type'>,
  rule: ProofRule,
  today: string,
): boolean {
  const standing = proofStanding(proof, today)
  if (standing === 'under_review') return rule === 'uploaded' && proof.content_type !== 'image/heic'
  return standing === 'reviewed'
}
