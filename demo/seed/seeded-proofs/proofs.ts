/** The proofs of funds of the seeded buyers, and the letter behind each, drawn up when somebody opens it. */
import { customerId } from '../ids.ts'
import { writePdf } from '../seeded-deals/write-pdf.ts'

interface SeededProof {
  /** Of the buyer. */
  key: string
  bank: string
  holder: string
  amountUsd: number
  /** Before the world was made. */
  daysAgo: number
  validDays: number
  review: 'pending' | 'approved'
}

/** In the order of their ids, from 1. */
const PROOFS: readonly SeededProof[] = [
  {
    key: 'buyer1',
    bank: 'Gulf Prairie Bank',
    holder: 'Whitfield Holdings LLC',
    amountUsd: 180_000,
    daysAgo: 160,
    validDays: 90,
    review: 'approved',
  },
  {
    key: 'buyer1',
    bank: 'Frostline Bank',
    holder: 'Whitfield Holdings LLC',
    amountUsd: 265_000,
    daysAgo: 12,
    validDays: 90,
    review: 'approved',
  },
  {
    key: 'buyer2',
    bank: 'Bayou City Credit Union',
    holder: 'Marcus Reyes',
    amountUsd: 140_000,
    daysAgo: 20,
    validDays: 90,
    review: 'approved',
  },
  {
    key: 'buyer3',
    bank: 'Lone Pine Lending',
    holder: 'Renee Castillo',
    amountUsd: 320_000,
    daysAgo: 5,
    validDays: 60,
    review: 'pending',
  },
]

const DAY_MS = 86_400_000
const KEY = /^demo\/proof\/(\d{1,3})$/

/** The id of a buyer's newest proof. */
export const proofIdOf = (key: string): number => PROOFS.findLastIndex((proof) => proof.key === key) + 1

/** Rows of `proofs_of_funds`. */
export const proofRows = (nowMs: number) =>
  PROOFS.map((proof, index) => {
    const at = nowMs - proof.daysAgo * DAY_MS
    return {
      id: index + 1,
      customer_id: customerId(proof.key),
      ref: `seeded-${index + 1}`,
      file_name: `POF-${proof.bank.replaceAll(' ', '-')}-${monthOf(at)}.pdf`,
      content_type: 'application/pdf',
      size_bytes: draw(proof).byteLength,
      storage_key: `demo/proof/${index + 1}`,
      amount_cents: proof.amountUsd * 100,
      bank: proof.bank,
      valid_until: new Date(at + proof.validDays * DAY_MS).toISOString().slice(0, 10),
      review: proof.review,
      created_at: new Date(at).toISOString(),
    }
  })

/** The PDF of a storage key; null for a key that is no seeded proof. */
export function readSeededProof(key: string): Uint8Array | null {
  const proof = PROOFS[Number(KEY.exec(key)?.[1] ?? 0) - 1]
  return proof ? draw(proof) : null
}

const monthOf = (ms: number): string =>
  new Date(ms).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })

const draw = ({ bank, holder, amountUsd }: SeededProof): Uint8Array =>
  writePdf('Proof of funds', [
    bank,
    '',
    'To whom it may concern,',
    '',
    `${holder} holds cleared funds of at least $${amountUsd.toLocaleString('en-US')} with us,`,
    'available for the purchase of real estate without further conditions.',
    '',
    'Made up for a demonstration. It describes no real person, company or bank.',
  ])
