/**
 * What "not interested because …" teaches: each reason gives its part of the score more weight, and deals like the declined
 * one get less of that part. Depends on what was said, not on the order; without the answer it is as before (checklist BOX-42).
 */
import { MATCH_REASONS, type MatchReason } from '#shared/contract/match-feedback.ts'

export const MATCH_GROUPS = ['location', 'money', 'type', 'size', 'extras', 'seller'] as const
export type MatchGroup = (typeof MATCH_GROUPS)[number]
/** Whole points, 100 together. */
export type Weights = Readonly<Record<MatchGroup, number>>

/** One answer, with what the deal was when it was given; null for what was not stated. */
export interface Declined {
  readonly reason: MatchReason
  readonly zip: string | null
  readonly typeId: number | null
  /** Index into DEAL_CONDITIONS. */
  readonly condition: number | null
  readonly arvPercent: number | null
  readonly accountId: number | null
}

export interface Taste {
  readonly weights: Weights
  readonly zips: ReadonlySet<string>
  readonly types: ReadonlySet<number>
  readonly conditions: ReadonlySet<number>
  readonly accounts: ReadonlySet<number>
  /** Deals at this share of their ARV or more were too dear. */
  readonly dearPercent: number | null
}

/** Checklist BOX-40. The seller counts once somebody says so. */
export const DEFAULT_WEIGHTS: Weights = { location: 35, money: 25, type: 15, size: 15, extras: 10, seller: 0 }

export const GROUP_OF_REASON: Readonly<Record<MatchReason, MatchGroup>> = {
  price: 'money',
  area: 'location',
  type: 'type',
  size: 'size',
  condition: 'extras',
  seller: 'seller',
}

/** What a part keeps for a deal like a declined one. */
export const DECLINED_SHARE = 0.5

/** Each answer counts this many points beside the hundred, at most so many answers for one reason. */
const STEP = 5
const ANSWERS_MAX = 5
const WHOLE = 100

export function tasteOf(answers: readonly Declined[]): Taste {
  const of = (reason: MatchReason): readonly Declined[] => answers.filter((one) => one.reason === reason)
  const dear = of('price').flatMap(({ arvPercent }) => arvPercent ?? [])
  return {
    weights: weightsOf(answers.map(({ reason }) => reason)),
    zips: new Set(of('area').flatMap(({ zip }) => zip ?? [])),
    types: new Set(of('type').flatMap(({ typeId }) => typeId ?? [])),
    conditions: new Set(of('condition').flatMap(({ condition }) => condition ?? [])),
    accounts: new Set(of('seller').flatMap(({ accountId }) => accountId ?? [])),
    dearPercent: dear.length === 0 ? null : Math.min(...dear),
  }
}

/** The default weights with the answers' points, brought back to 100 in whole points. */
export function weightsOf(reasons: readonly MatchReason[]): Weights {
  const raw: Record<MatchGroup, number> = { ...DEFAULT_WEIGHTS }
  for (const reason of MATCH_REASONS) {
    const answers = Math.min(ANSWERS_MAX, reasons.filter((one) => one === reason).length)
    raw[GROUP_OF_REASON[reason]] += STEP * answers
  }
  const sum = MATCH_GROUPS.reduce((all, group) => all + raw[group], 0)
  const exact = MATCH_GROUPS.map((group) => ({ group, points: (raw[group] * WHOLE) / sum }))
  const weights: Record<MatchGroup, number> = { ...DEFAULT_WEIGHTS }
  for (const { group, points } of exact) weights[group] = Math.floor(points)
  const left = WHOLE - MATCH_GROUPS.reduce((all, group) => all + weights[group], 0)
  // The points that rounding down left over go to who lost most by it.
  const lost = exact.toSorted((a, b) => (b.points % 1) - (a.points % 1))
  for (const { group } of lost.slice(0, left)) weights[group]++
  return weights
}

export const PLAIN_TASTE: Taste = tasteOf([])
