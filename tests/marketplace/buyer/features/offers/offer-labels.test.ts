/** What a price means in words and figures, and how offers are grouped and counted. */
import { describe, expect, it, test } from 'vitest'
import { leftWords } from '#marketplace/buyer/features/offers/countdown.tsx'
import { countOf, grouped, groupOf, slotWords } from '#marketplace/buyer/features/offers/offer-groups.ts'
import { againstWords, offerMath, sliderRange } from '#marketplace/buyer/features/offers/offer-math.ts'
import { proofWarning, usableProof } from '#marketplace/buyer/features/offers/proofs.ts'
import { offerTask, ownStateWords, STATE_WORDS } from '#marketplace/kit/offer-labels.ts'
import type { OfferState } from '#shared/contract/offers.ts'
import type { ProofOfFundsWire } from '#shared/contract/proof-of-funds.ts'
import { cleaned } from '#shared/rules/deals/calculator.ts'
import { tagOf } from '#shared/thread/offer/offer-labels.ts'
import { offerWire } from './offer-wire.ts'

const DEAL = { askUsd: 184_500, arvUsd: 261_000 }
const ASSUMPTIONS = cleaned({ arv: 261_000, repairs: 20_000, ltv_percent: 80, platform_fee: 997 })
const mathAt = (priceUsd: number, financing: 'cash' | 'hard_money' = 'cash') =>
  offerMath(priceUsd, DEAL, { assumptions: ASSUMPTIONS, financing })

test.each([
  ['countered', 'Seller countered', 'You countered', 'Seller countered'],
  ['countered_by_buyer', 'You countered', 'Buyer countered', 'Buyer countered'],
  ['accepted', 'Accepted', 'Accepted', 'Accepted'],
] as const)(
  '%s says who has countered: “%s” to the buyer, “%s” to the seller, “%s” to staff',
  (state, buyer, seller, staff) => {
    expect([tagOf(state, 'buyer')[0], ownStateWords(state)]).toEqual([buyer, buyer])
    expect([tagOf(state, 'seller')[0], STATE_WORDS[state]]).toEqual([seller, staff])
  },
)

describe('a price', () => {
  it('is measured against ARV and asking, and leaves a spread', () => {
    const math = mathAt(176_000)
    expect([math.against, math.spreadUsd, math.vsAskUsd]).toEqual([
      '67.4% of ARV, 4.6% below asking',
      85_000,
      -8500,
    ])
  })

  it('above ARV says how far, without a cap', () => {
    const math = mathAt(300_000)
    expect(math.against).toBe('114.9% of ARV, 62.6% above asking')
    expect(math.hint).toMatchObject({ tone: 'warn', text: expect.stringMatching(/114\.9%/) })
  })

  it.each([
    [120_000, 'info', /35\.0% below asking/],
    [190_000, 'warn', /\$5,500 above asking/],
    [176_000, 'info', /above your maximum offer/],
    [159_000, undefined, undefined],
  ])('of %s hints %s', (priceUsd, tone, words) => {
    const { hint } = mathAt(priceUsd)
    expect(hint?.tone).toBe(tone)
    if (words) expect(hint?.text).toMatch(words)
  })

  it('paid in cash needs all of it at the table, with closing costs and the platform fee', () => {
    const { cash } = mathAt(100_000)
    expect(cash.totalUsd).toBe(100_000 + 2000 + 997)
    expect(mathAt(100_000, 'hard_money').cash.totalUsd).toBe(20_000 + 2000 + 1600 + 997)
  })

  it('has no words where neither asking nor ARV is known', () => {
    expect(againstWords(1000, { askUsd: null, arvUsd: null })).toBeNull()
  })
})

test.each([
  ['from the maximum to the ask', 184_500, 159_703, { minUsd: 159_500, maxUsd: 184_500 }],
  ['from a fifth below an ask under the maximum', 100_000, 159_703, { minUsd: 80_000, maxUsd: 100_000 }],
  ['nowhere without an ask', null, 159_703, null],
])('the slider runs %s', (_, ask, mao, range) => {
  if (range === null) expect(sliderRange(ask, mao)).toBeNull()
  else expect(sliderRange(ask, mao)).toMatchObject(range)
})

test.each<[OfferState, string]>([
  ['draft', 'drafts'],
  ['submitted', 'waiting'],
  ['countered', 'answer'],
  ['countered_by_buyer', 'waiting'],
  ['accepted', 'answer'],
  ['confirmed', 'accepted'],
  ['under_contract', 'accepted'],
  ['rejected', 'closed'],
  ['expired', 'closed'],
  ['closed', 'closed'],
])('%s stands under %s', (state, group) => {
  expect(groupOf({ state })).toBe(group)
})

test('what runs out first stands first among those that need an answer, and drafts are not counted', () => {
  const offers = [
    offerWire({ id: 1, state: 'countered', expires_at: '2026-11-25T00:00:00Z' }),
    offerWire({ id: 2, state: 'draft' }),
    offerWire({ id: 3, state: 'accepted', expires_at: '2026-11-22T00:00:00Z' }),
    offerWire({ id: 4, state: 'rejected' }),
  ]
  const groups = grouped(offers, 'active')
  expect(groups.map(({ group, offers: of }) => [group, of.map(({ id }) => id)])).toEqual([
    ['answer', [3, 1]],
    ['drafts', [2]],
  ])
  expect([countOf(offers, 'active'), countOf(offers, 'past')]).toEqual([2, 1])
})

test.each([
  [2, 4, 'Two offer slots are left. One deposit covers up to 4 active offers.'],
  [3, 4, 'One offer slot is left. One deposit covers up to 4 active offers.'],
  [5, 4, 'No offer slots are left. One deposit covers up to 4 active offers.'],
])('%s of %s: %s', (active, limit, words) => {
  expect(slotWords(active, limit)).toBe(words)
})

test.each([
  [44_100, '45 s'],
  [20 * 60_000, '20 min'],
  [3 * 3_600_000 + 20 * 60_000, '3 h 20 min'],
  [52 * 3_600_000, '2 d 4 h'],
])('%s ms are %s', (ms, words) => {
  expect(leftWords(ms)).toBe(words)
})

describe('a proof of funds', () => {
  const NOW = Date.UTC(2026, 10, 21, 12)
  const proof = (given: Partial<ProofOfFundsWire> = {}): ProofOfFundsWire => ({
    id: 1,
    ref: 'r',
    file_name: 'POF.pdf',
    content_type: 'application/pdf',
    size_bytes: 9,
    created_at: '2026-11-01T00:00:00Z',
    amount_cents: 20_000_000,
    valid_until: '2026-12-31',
    review: 'approved',
    ...given,
  })
  const needed = { rule: 'reviewed' as const, priceUsd: 176_000, feeUsd: 997, nowMs: NOW }

  it('that covers price and fee is fine', () => {
    expect(proofWarning(proof(), needed)).toBeNull()
  })

  it.each([
    ['too small', { amount_cents: 17_600_000 }, /\$997 less/],
    ['without an amount', { amount_cents: null }, /Enter the amount/],
    ['out of date', { valid_until: '2026-11-01' }, /until Nov 1, 2026/],
    ['not accepted', { review: 'rejected' as const, review_reason: 'Blurred.' }, /Blurred/],
    ['under review', { review: 'pending' as const }, /under review and does not count/],
  ])('%s is said', (_, given, words) => {
    expect(proofWarning(proof(given), needed)).toMatch(words)
  })

  it('that still holds is taken for the next offer', () => {
    const proofs = [
      proof({ id: 3, review: 'rejected' }),
      proof({ id: 2, valid_until: '2026-01-01' }),
      proof(),
    ]
    expect(usableProof(proofs, { rule: 'reviewed', nowMs: NOW })?.id).toBe(1)
    const waiting = proof({ id: 4, review: 'pending' })
    expect(usableProof([waiting, ...proofs], { rule: 'reviewed', nowMs: NOW })?.id).toBe(1)
    expect(usableProof([waiting, ...proofs], { rule: 'uploaded', nowMs: NOW })?.id).toBe(4)
    expect(usableProof([waiting], { rule: 'reviewed', nowMs: NOW })?.id).toBe(4)
  })
})

test('an offer that waits for the buyer is named by its property, never by its number', () => {
  const offer = offerWire({ id: 5, state: 'countered' })
  const at = { ...offer.property, full_address: '2217 Bluebonnet Trail, Houston, TX 77018' }
  expect(offerTask({ ...offer, property: at })).toBe(
    'Answer the offer on 2217 Bluebonnet Trail, Houston, TX 77018',
  )
  expect(offerTask({ state: 'accepted', property: at })).toMatch(/^Confirm the offer on 2217 /)
  expect(offerTask({ state: 'countered', property: { ...at, id: 12, full_address: null } })).toBe(
    'Answer the offer on deal 12',
  )
})
