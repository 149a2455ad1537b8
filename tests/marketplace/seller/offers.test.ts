/** The seller app's offers: what waits for whom, side by side, and what is said of a buyer. */
import { describe, expect, it } from 'vitest'
import { activeOn, groupsOf, netAmount, rivalsOf } from '#marketplace/seller/offers/offer-groups.ts'
import { trustFacts } from '#marketplace/seller/offers/trust-facts.ts'
import type { OfferState } from '#shared/contract/offers.ts'
import type { BuyerCardWire, SellerOfferWire } from '#shared/contract/seller-offers.ts'
import { placeOfHash } from '#shared/contract/seller-places.ts'
import { turnOf } from '#shared/rules/offers/offer-graph.ts'

let last = 0
function offer(state: OfferState, price: number, propertyId = 3): SellerOfferWire {
  last += 1
  return { id: last, state, price, turn: turnOf(state), property: { id: propertyId } } as SellerOfferWire
}
const card: BuyerCardWire = {
  id: 7,
  name: 'Dana',
  photo: null,
  is_email_confirmed: true,
  is_phone_confirmed: false,
  is_id_verified: false,
  has_proof_of_funds: true,
  has_deposit: true,
  closings: 1,
  rating: 4.5,
  reviews_count: 2,
  response_time_hours: 102,
  member_since: '2026-01-01T00:00:00Z',
}

describe('offers in the seller app', () => {
  it('stand by what they wait for, without empty groups', () => {
    const offers = [offer('submitted', 1), offer('countered', 2), offer('confirmed', 3), offer('expired', 4)]
    expect(groupsOf(offers).map(({ title, offers: { length } }) => [title, length])).toEqual([
      ['Your answer', 2],
      ['Waiting for the buyer', 1],
      ['Past', 1],
    ])
  })

  it('are compared when there are several active ones on a deal, the highest first', () => {
    const offers = [
      offer('submitted', 100),
      offer('countered', 120),
      offer('rejected', 200),
      offer('submitted', 9, 4),
    ]
    expect(offers.map((one) => rivalsOf(offers, one))).toEqual([2, 2, 0, 1])
    expect(activeOn(offers, 3).map(({ price }) => price)).toEqual([120, 100])
    expect([netAmount(120, 90), netAmount(null, 90)]).toEqual([30, null])
  })

  it('what speaks for a buyer comes first', () => {
    const facts = trustFacts(card)
    expect(facts.filter(({ isGood }) => isGood).map(({ words }) => words)).toEqual([
      'Proof of funds reviewed',
      'Holds a deposit',
      'Email confirmed',
      '1 closing',
      '4.5 stars, 2 reviews',
    ])
    expect(facts.slice(5).map(({ words }) => words)).toEqual([
      'ID not verified',
      'Phone not confirmed',
      'Answers within 4 days',
    ])
  })

  it.each([
    [24, 'Answers within 24 hours', true],
    [25, 'Answers within 25 hours', false],
  ])('an answer within %d hours speaks for a buyer up to a day', (response_time_hours, words, isGood) => {
    expect(trustFacts({ ...card, response_time_hours })).toContainEqual({ words, isGood })
  })

  it('shows an unreviewed proof of funds without a green mark', () => {
    const facts = trustFacts({ ...card, has_proof_of_funds: false, has_proof_under_review: true })
    expect(facts).toContainEqual({ words: 'Proof of funds under review', isGood: false })
  })

  it('and reviews have an address of their own', () => {
    expect(placeOfHash('#offers/5')).toEqual({ kind: 'offers', propertyId: 5, offerId: null })
    expect(placeOfHash('#reviews')).toEqual({ kind: 'reviews' })
  })
})
