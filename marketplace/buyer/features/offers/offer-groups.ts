/** My offers in the order in which they want something of their reader (checklist OFR-38). */
import type { OfferWire } from '#shared/contract/offers.ts'
import { FINAL_STATES, turnOf } from '#shared/rules/offers/offer-graph.ts'

export type OfferGroup = 'answer' | 'waiting' | 'accepted' | 'drafts' | 'closed'

export const GROUP_TITLES: Readonly<Record<OfferGroup, string>> = {
  answer: 'Needs your answer',
  waiting: 'Waiting for the seller',
  accepted: 'On the way to closing',
  drafts: 'Drafts',
  closed: 'Closed',
}

export type OffersTab = 'active' | 'past'
const TAB_GROUPS: Readonly<Record<OffersTab, readonly OfferGroup[]>> = {
  active: ['answer', 'waiting', 'accepted', 'drafts'],
  past: ['closed'],
}

export function groupOf({ state }: Pick<OfferWire, 'state'>): OfferGroup {
  if (state === 'draft') return 'drafts'
  if (FINAL_STATES.some((final) => final === state)) return 'closed'
  if (turnOf(state) === 'buyer') return 'answer'
  return state === 'confirmed' || state === 'under_contract' || state === 'accepted' ? 'accepted' : 'waiting'
}

export interface GroupedOffers {
  readonly group: OfferGroup
  readonly offers: readonly OfferWire[]
}

/** Groups with something in them. In the first, what runs out first stands first; in the others the latest. */
export function grouped(offers: readonly OfferWire[], tab: OffersTab): readonly GroupedOffers[] {
  return TAB_GROUPS[tab]
    .map((group) => {
      const of = offers.filter((offer) => groupOf(offer) === group)
      return { group, offers: of.toSorted(group === 'answer' ? byDeadline : byLatest) }
    })
    .filter((one) => one.offers.length > 0)
}

/** Drafts are no offers yet. */
export const countOf = (offers: readonly OfferWire[], tab: OffersTab): number =>
  offers.filter((offer) => {
    const group = groupOf(offer)
    return group !== 'drafts' && TAB_GROUPS[tab].includes(group)
  }).length

const timeOf = (offer: OfferWire): number => Date.parse(offer.submitted_at ?? offer.updated_at)
const byLatest = (one: OfferWire, other: OfferWire): number => timeOf(other) - timeOf(one)
const byDeadline = (one: OfferWire, other: OfferWire): number =>
  Date.parse(one.expires_at ?? FAR) - Date.parse(other.expires_at ?? FAR)
const FAR = '9999-12-31T00:00:00Z'

const SLOT_WORDS = ['No offer slots are', 'One offer slot is', 'Two offer slots are', 'Three offer slots are']

/** `Two offer slots are left. One deposit covers up to 4 active offers.` */
export function slotWords(active: number, limit: number): string {
  const left = Math.max(0, limit - active)
  const slots = SLOT_WORDS[left] ?? `${left} offer slots are`
  return `${slots} left. One deposit covers up to ${limit} active offers.`
}
