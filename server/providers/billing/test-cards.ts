/** The cards of the embedded provider: what a charge with each comes to. Numbers are known to its fields' page alone. */

export const CARD_OUTCOMES = [
  'approved',
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'fraud',
  'action',
  'pending',
  'pending_declined',
  'pending_twice',
  'pending_late',
  'provider_down',
  'no_answer',
] as const
export type CardOutcome = (typeof CARD_OUTCOMES)[number]

/** What is printed on a card, and what it was made for. */
export interface TestCard {
  outcome: CardOutcome
  brand: string
  lastFour: string
  expMonth: number
  expYear: number
}

const SOON_MS = 3_000
const LATE_MS = 60_000

/** How long the bank takes to say what became of a charge, how it ends and how often it is said; null for one that is told at once. */
export function laterOf(outcome: CardOutcome): { afterMs: number; isPaid: boolean; notices: number } | null {
  switch (outcome) {
    case 'pending':
      return { afterMs: SOON_MS, isPaid: true, notices: 1 }
    case 'pending_declined':
      return { afterMs: SOON_MS, isPaid: false, notices: 1 }
    case 'pending_twice':
      return { afterMs: SOON_MS, isPaid: true, notices: 2 }
    case 'pending_late':
      return { afterMs: LATE_MS, isPaid: true, notices: 1 }
    case 'no_answer':
      return { afterMs: SOON_MS, isPaid: true, notices: 1 }
    default:
      return null
  }
}
