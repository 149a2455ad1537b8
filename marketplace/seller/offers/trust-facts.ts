/** What is known of a buyer, in words, the good first. Pure. */
import type { BuyerCardWire } from '#shared/contract/seller-offers.ts'

export interface TrustFact {
  readonly words: string
  readonly isGood: boolean
}

export function trustFacts(card: BuyerCardWire): readonly TrustFact[] {
  const flags = [
    [card.is_id_verified, 'ID verified', 'ID not verified'],
    [
      card.has_proof_of_funds,
      'Proof of funds reviewed',
      card.has_proof_under_review ? 'Proof of funds under review' : 'No proof of funds',
    ],
    [card.has_deposit, 'Holds a deposit', 'No deposit'],
    [card.is_phone_confirmed, 'Phone confirmed', 'Phone not confirmed'],
    [card.is_email_confirmed, 'Email confirmed', 'Email not confirmed'],
  ] as const
  const facts = flags.map(([isGood, yes, no]) => ({ words: isGood ? yes : no, isGood: Boolean(isGood) }))
  const told = [
    card.closings > 0
      ? [`${card.closings} ${card.closings === 1 ? 'closing' : 'closings'}`, true]
      : ['No closings yet', false],
    card.rating == null
      ? ['No reviews yet', false]
      : [`${card.rating.toFixed(1)} stars, ${reviews(card.reviews_count)}`, true],
    card.response_time_hours == null
      ? null
      : [`Answers within ${hours(card.response_time_hours)}`, card.response_time_hours <= PROMPT_HOURS],
  ] as const
  const more = told.flatMap((fact) =>
    fact === null ? [] : [{ words: String(fact[0]), isGood: fact[1] === true }],
  )
  return [...facts, ...more].sort((one, other) => Number(other.isGood) - Number(one.isGood))
}

/** Who takes longer is not praised for it. */
const PROMPT_HOURS = 24

const reviews = (count: number) => (count === 1 ? '1 review' : `${count} reviews`)

function hours(time: number): string {
  if (time < 1) return 'the hour'
  if (time >= 48) return `${Math.round(time / 24)} days`
  return time < 1.5 ? '1 hour' : `${Math.round(time)} hours`
}
