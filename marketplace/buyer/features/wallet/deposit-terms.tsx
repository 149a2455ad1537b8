/** The deposit in plain words, before it is paid and while it is held: what it is, when it comes back, who may keep it. */
import { BRAND } from '#marketplace/kit/brand.ts'
import { FORFEIT_NOTICE_MS } from '#shared/contract/limits.ts'
import { formatCents } from '#shared/format/money.ts'

const DAY_MS = 24 * 60 * 60_000

export interface DepositTermsProps {
  amountCents: number
  offers: number
}

export function DepositTerms({ amountCents, offers }: DepositTermsProps) {
  const days = FORFEIT_NOTICE_MS / DAY_MS
  const terms: readonly (readonly [string, string])[] = [
    [
      'What it is',
      `${formatCents(amountCents)} that ${BRAND} holds while you make offers. It shows sellers that you mean them. It is no fee and no part of a price.`,
    ],
    ['What it unlocks', `Up to ${offers} active offers at a time. An offer that ends frees its slot.`],
    [
      'When it comes back',
      'Whenever you ask, while no active offer depends on it. It goes back to your wallet at once, in full.',
    ],
    [
      'When it can be kept',
      `Only when you confirmed an accepted offer and then walked away without a reason its terms allow. ${BRAND}’s staff decide it, not the seller. You are told why ${days} days before and can object; nothing is kept before your objection has been read.`,
    ],
    [
      'Not the earnest money',
      `Earnest money is part of a purchase: the seller’s terms set it, and it goes to escrow or title, not to ${BRAND}.`,
    ],
  ]
  return (
    <dl className="grid gap-3 text-sm">
      {terms.map(([name, text]) => (
        <div key={name}>
          <dt className="font-semibold">{name}</dt>
          <dd className="max-w-[62ch] text-text-2">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
