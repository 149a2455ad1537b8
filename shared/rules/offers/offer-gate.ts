/** What stands between a customer and an offer, in the order it is asked (checklist OFR-01, OFR-02, OFR-42), with the words that say why. */
import type { GateStep } from '../../contract/offers.ts'

export interface GateFacts {
  isEmailConfirmed: boolean
  isPhoneConfirmed: boolean
  hasDeposit: boolean
  activeOffers: number
  offersPerDeposit: number
  /** A proof of funds that is good today, or documents of the buying company on the draft. */
  hasFunds: boolean
  needsIdentity: boolean
  isIdentityVerified: boolean
  deal: 'open' | 'sold' | 'gone' | 'own'
}

export interface GateStepFound {
  step: GateStep
  is_met: boolean
  words: string | null
}

/** Of the refusals of createOffer; a rule the client has not met yet is told by its first unmet step. */
export type GateCode =
  | 'unconfirmed'
  | 'no_deposit'
  | 'limit'
  | 'funds'
  | 'identity'
  | 'own_deal'
  | 'deal_closed'

const DEAL_WORDS = {
  sold: 'This deal is sold. Nobody can make an offer on it any more.',
  gone: 'This deal is not listed any more.',
  own: 'This is a deal of your own company.',
} as const

export function gateSteps(facts: GateFacts): GateStepFound[] {
  const { activeOffers: used, offersPerDeposit: limit } = facts
  return [
    step('login', true),
    step('email', facts.isEmailConfirmed, 'Confirm your email address first.'),
    step('phone', facts.isPhoneConfirmed, 'Confirm your phone number first.'),
    step('deposit', facts.hasDeposit, 'Pay the refundable deposit first.'),
    step(
      'slots',
      used < limit,
      `All ${limit} offers of your deposit are active. Withdraw one, or wait for an answer.`,
    ),
    step('funds', facts.hasFunds, 'Add a proof of funds or documents of the buying company.'),
    ...(facts.needsIdentity
      ? [
          step(
            'identity',
            facts.isIdentityVerified,
            'This seller takes offers from verified people. Verify your identity first.',
          ),
        ]
      : []),
    step('deal', facts.deal === 'open', facts.deal === 'open' ? '' : DEAL_WORDS[facts.deal]),
  ]
}

const step = (name: GateStep, isMet: boolean, words = ''): GateStepFound => ({
  ...{ step: name, is_met: isMet, words: isMet ? null : words },
})

/** The most telling of what is missing: a deal that is gone needs no deposit. */
const ASKED_FIRST: readonly GateStep[] = ['deal', 'email', 'phone', 'identity', 'deposit', 'slots', 'funds']

/** Null when nothing stands in the way. */
export function gateRefusal(facts: GateFacts): { code: GateCode; message: string } | null {
  const unmet = gateSteps(facts).filter((found) => !found.is_met)
  const first = ASKED_FIRST.flatMap((name) => unmet.find((found) => found.step === name) ?? [])[0]
  return first ? { code: codeOf(first.step, facts), message: first.words ?? '' } : null
}

function codeOf(name: GateStep, { deal }: GateFacts): GateCode {
  switch (name) {
    case 'deal':
      return deal === 'own' ? 'own_deal' : 'deal_closed'
    case 'deposit':
      return 'no_deposit'
    case 'slots':
      return 'limit'
    case 'funds':
    case 'identity':
      return name
    default:
      return 'unconfirmed'
  }
}
