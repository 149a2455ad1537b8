/** What stands between a customer and an offer, in the order it is asked (checklist OFR-01, OFR-02, OFR-42), with the words that say why. */

import type { GateStep } from '../../contract/offers.ts'
import type { ProofRule } from '../../contract/proof-of-funds.ts'
import { type Confirmed, missingFor, NEEDS, REQUIREMENT_WORDS } from '../../contract/requirements.ts'

export interface GateFacts {
  hasDeposit: boolean
  activeOffers: number
  offersPerDeposit: number
  /** A proof of funds that this seller accepts today, or documents of the buying company on the draft. */
  funds: 'there' | 'being_checked' | 'under_review' | 'missing'
  proofRule: ProofRule
  needsIdentity: boolean
  isIdentityVerified: boolean
  deal: 'open' | 'sold' | 'gone' | 'own'
}

const FUNDS_WORDS = {
  missing: 'Add a proof of funds or documents of the buying company.',
  being_checked: 'Your file is being checked for viruses. Try again in a few minutes.',
  under_review:
    'Your proof of funds is under review, and this seller accepts only reviewed ones. Wait for the review, or add documents of the buying company.',
} as const

export interface GateStepFound {
  step: GateStep
  is_met: boolean
  words: string | null
}

/** Of the refusals of createOffer; a rule the client has not met yet is told by its first unmet step. */
export type GateCode = 'no_deposit' | 'limit' | 'funds' | 'identity' | 'own_deal' | 'deal_closed'

const DEAL_WORDS = {
  sold: 'This deal is sold. It no longer accepts offers.',
  gone: 'This deal is no longer listed.',
  own: 'This is a deal of your own company.',
} as const

/** All conditions of an offer. What must be confirmed is declared with the endpoint and checked there. */
export function gateSteps(facts: GateFacts, confirmed: Confirmed): GateStepFound[] {
  const missing = missingFor('offer', confirmed)
  return [
    step('login', true),
    ...NEEDS.offer.map((need) => step(need, !missing.includes(need), REQUIREMENT_WORDS[need])),
    ...dealSteps(facts),
  ]
}

function dealSteps(facts: GateFacts): GateStepFound[] {
  const { activeOffers: used, offersPerDeposit: limit } = facts
  return [
    step('deposit', facts.hasDeposit, 'Pay the refundable deposit first.'),
    step(
      'slots',
      used < limit,
      `All ${limit} offers of your deposit are active. Withdraw one, or wait for an answer.`,
    ),
    step('funds', facts.funds === 'there', facts.funds === 'there' ? '' : FUNDS_WORDS[facts.funds]),
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
  step: name,
  is_met: isMet,
  words: isMet ? null : words,
})

/** The most telling of what is missing: a deal that is gone needs no deposit. */
const ASKED_FIRST = ['deal', 'identity', 'deposit', 'slots', 'funds'] as const

/** Null when nothing stands in the way. */
export function gateRefusal(facts: GateFacts): { code: GateCode; message: string } | null {
  const unmet = dealSteps(facts).filter((found) => !found.is_met)
  for (const name of ASKED_FIRST) {
    const found = unmet.find(({ step: one }) => one === name)
    if (found) return { code: codeOf(name, facts), message: found.words ?? '' }
  }
  return null
}

function codeOf(name: (typeof ASKED_FIRST)[number], { deal }: GateFacts): GateCode {
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
  }
}
