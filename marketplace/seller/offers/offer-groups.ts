/** Offers by what they wait for, and beside each other. Pure. */
import type { SellerOfferWire } from '#shared/contract/seller-offers.ts'
import { FINAL_STATES, isActive } from '#shared/rules/offers/offer-graph.ts'

export interface OfferGroup {
  readonly title: string
  readonly offers: readonly SellerOfferWire[]
}

/** Without empty ones. */
export function groupsOf(offers: readonly SellerOfferWire[]): readonly OfferGroup[] {
  const groups = ['Your answer', 'Waiting for the buyer', 'On the way to closing', 'Past'].map((title) => ({
    title,
    offers: offers.filter((offer) => titleOf(offer) === title),
  }))
  return groups.filter((group) => group.offers.length > 0)
}

function titleOf({ state, turn }: SellerOfferWire): string {
  if ((FINAL_STATES as readonly string[]).includes(state)) return 'Past'
  if (state === 'under_contract') return 'On the way to closing'
  return turn === 'seller' ? 'Your answer' : 'Waiting for the buyer'
}

/** How many active offers there are on the deal of one that is active itself. */
export const rivalsOf = (all: readonly SellerOfferWire[], { property, state }: SellerOfferWire): number =>
  isActive(state) ? activeOn(all, property.id).length : 0

/** The highest price first. */
export const activeOn = (all: readonly SellerOfferWire[], propertyId: number): readonly SellerOfferWire[] =>
  all
    .filter(({ property, state }) => property.id === propertyId && isActive(state))
    .sort((one, other) => (other.price ?? 0) - (one.price ?? 0))

/** What is left of a price after the account's costs for the property; null without a price. In units of the currency. */
export const netAmount = (priceUsd: number | null | undefined, costsUsd: number): number | null =>
  priceUsd == null ? null : priceUsd - costsUsd
