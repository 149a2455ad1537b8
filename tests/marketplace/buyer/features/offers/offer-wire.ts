/** An offer as the server sends it. Takes what matters to the test and fills in the rest. */
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import { turnOf } from '#shared/rules/offers/offer-graph.ts'

export const TERMS = {
  price_cents: 17_600_000,
  entity_id: null,
  financing: 'cash',
  earnest_money_cents: 250_000,
  inspection_days: 10,
  closing_on: '2026-12-21',
  contingencies: ['inspection'],
  is_assignable: false,
  answer_hours: 48,
  note: '',
} satisfies OfferDetailWire['terms']

export function offerWire(given: Partial<OfferDetailWire> = {}): OfferDetailWire {
  const state = given.state ?? 'submitted'
  return {
    id: 12,
    property_id: 9,
    account_id: 8,
    customer_id: 7,
    state,
    version: 1,
    price: 176_000,
    buyer: 'Dana Whitfield',
    turn: turnOf(state),
    is_backup: false,
    expires_at: null,
    created_at: '2026-11-20T12:00:00Z',
    submitted_at: '2026-11-20T12:00:00Z',
    updated_at: '2026-11-20T12:00:00Z',
    terms: TERMS,
    platform_fee: 997,
    snapshot: null,
    proof_of_funds: null,
    corporate_documents: [],
    property: {
      id: 9,
      price: 184_500,
      arv_estimate: 261_000,
      status: 'available',
      listing: 'listed',
      full_address: '2217 Bluebonnet Trail, Houston, TX 77018',
    },
    account: { id: 8, title: 'Lone Star Dispositions' },
    customer: { id: 7, name: 'Dana Whitfield' },
    moves: [],
    steps: [],
    ...given,
  }
}
