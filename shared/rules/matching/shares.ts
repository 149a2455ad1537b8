/**
 * How well one figure of a deal fits one criterion, from 0 to 1: the numbers both the score of one deal and the score of a whole
 * table are made of. Knows no words and no deals.
 */
import { type CriterionKey, STRATEGIES } from '../buy-box.ts'

/** Of a figure nobody stated: neither a hit nor a miss. A hard criterion is missed by it. */
export const UNKNOWN_SHARE = 0.5

/** Up to this far outside of a range something is left of its share: a part of the bound, or so many units. */
const REACH: Readonly<Partial<Record<CriterionKey, { part?: number; units?: number }>>> = {
  price: { part: 0.25 },
  arv: { part: 0.25 },
  spread: { part: 0.5 },
  sqft: { part: 0.25 },
  arv_percent: { units: 15 },
  beds: { units: 2 },
  baths: { units: 1.5 },
  year: { units: 25 },
}

/** A range and how far outside of it something is left; bounds are open at infinity. */
export interface RangeShape {
  readonly min: number
  readonly max: number
  readonly reachBelow: number
  readonly reachAbove: number
}

export function rangeShape(key: CriterionKey, min: number, max: number): RangeShape {
  const { part, units = 0 } = REACH[key] ?? {}
  const reach = (bound: number): number => (part === undefined ? units : Math.abs(bound) * part)
  return { min, max, reachBelow: reach(min), reachAbove: reach(max) }
}

/** 1 inside, both bounds included, then falling in a straight line. NaN is unknown. */
export function rangeShare(value: number, { min, max, reachBelow, reachAbove }: RangeShape): number {
  if (value >= min && value <= max) return 1
  if (Number.isNaN(value)) return UNKNOWN_SHARE
  const share = value < min ? 1 - (min - value) / reachBelow : 1 - (value - max) / reachAbove
  // Without any reach it is minus infinity.
  return Math.max(0, share)
}

/** Where nobody asked for a margin, it is as good as it is large, up to a price of 70 percent of the ARV. */
const FULL_MARGIN = 30

export function marginShare(arvPercent: number): number {
  if (Number.isNaN(arvPercent)) return UNKNOWN_SHARE
  return Math.min(1, Math.max(0, (100 - arvPercent) / FULL_MARGIN))
}

/** A circle counts in full up to half its radius, and this much at its edge. */
const EDGE_SHARE = 0.7

export function radiusShare(miles: number, radius: number): number {
  if (!(miles <= radius)) return 0
  const beyond = Math.max(0, miles / radius - 0.5) / 0.5
  return 1 - beyond * (1 - EDGE_SHARE)
}

/** Inside of a target market, yet in no ZIP in which was bought before. */
export const NOT_BOUGHT_SHARE = 0.8

/** What a deal is good for, from what its listing says, as bits in the order of STRATEGIES; 0 is not known. NaN is not stated. */
export function strategyBits(deal: {
  readonly typeId: number
  readonly condition: number
  readonly occupancy: number
  readonly tags: number
  readonly arvPercent: number
}): number {
  if (deal.typeId === LAND_TYPE) return BIT.land
  const isTagged = (tag: number): boolean => ((deal.tags >>> tag) & 1) === 1
  const needsWork = deal.condition >= LIGHT_REHAB || isTagged(TAG.fixer) || isTagged(TAG.lightRehab)
  const isReady = deal.condition <= COSMETIC || isTagged(TAG.turnkey)
  let bits = 0
  if (deal.condition === TEARDOWN) bits |= BIT.land
  if (needsWork) bits |= BIT.flip
  if (needsWork && deal.arvPercent <= BRRRR_PERCENT) bits |= BIT.brrrr
  if (isReady) bits |= BIT.wholetail | BIT.hold
  const isRented = deal.occupancy === TENANT || isTagged(TAG.tenant)
  if (isRented || (deal.typeId >= FEWEST_UNITS_TYPE && deal.typeId <= MOST_UNITS_TYPE)) bits |= BIT.hold
  return bits
}

export const strategyMask = (wanted: readonly string[]): number =>
  STRATEGIES.reduce((bits, { id }, index) => (wanted.includes(id) ? bits | (1 << index) : bits), 0)

const BIT = { flip: 1, hold: 2, brrrr: 4, wholetail: 8, land: 16 } as const
const LAND_TYPE = 9
/** Duplex to five units and more. */
const FEWEST_UNITS_TYPE = 4
const MOST_UNITS_TYPE = 7
/** Indexes of DEAL_CONDITIONS. */
const COSMETIC = 1
const LIGHT_REHAB = 2
const TEARDOWN = 4
/** Index of OCCUPANCIES. */
const TENANT = 1
const TAG = { tenant: 2, fixer: 3, lightRehab: 4, turnkey: 5 } as const
/** Refinancing gives back at most about this share of the ARV. */
const BRRRR_PERCENT = 75

/** 1 or 0 for a choice; unknown is neither. `isUnknown` is asked first. */
export const choiceShare = (isUnknown: boolean, isChosen: boolean): number =>
  isUnknown ? UNKNOWN_SHARE : isChosen ? 1 : 0
