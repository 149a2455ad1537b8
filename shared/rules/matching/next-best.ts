/** Deals that miss a buy box by one thing only: what there is for who has seen all that fits (checklist BOX-50). */
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { placeAt } from '../deals/deal-facts.ts'
import type { DealTable } from '../deals/table.ts'
import { milesToNearest } from './area-line.ts'
import { type DealMatch, scoreDeal } from './score.ts'
import { matchingRows, NO_MATCH, rankTable } from './score-table.ts'
import type { ScoredBox } from './scored-box.ts'
import { scoredDealAt } from './scored-deal.ts'
import { PLAIN_TASTE, type Taste } from './taste.ts'

export interface NearMiss {
  readonly propertyId: number
  /** With the one thing it misses. */
  readonly match: DealMatch
}

export interface NextBestSettings {
  readonly count: number
  readonly taste?: Taste
  /** Deals nobody should be offered, e.g. those that were hidden. */
  readonly without?: ReadonlySet<number>
}

/**
 * Each deal once: first those that miss one hard criterion, the best by score; where there are too few, those that miss the target
 * markets alone, the nearest first.
 */
export function nextBest(
  table: DealTable,
  boxes: readonly ScoredBox[],
  { count, taste = PLAIN_TASTE, without = NONE }: NextBestSettings,
): NearMiss[] {
  const { id, status } = table.numbers
  const fits = rankTable(table, boxes, taste)
  const isOpen = (row: number): boolean =>
    fits[row] === NO_MATCH && status[row] === AVAILABLE && !without.has(id[row] ?? 0)
  const search: Search = { table, taste, isOpen, most: count * LOOKED_AT }
  const best = new Map<number, NearMiss>()
  const take = (found: readonly NearMiss[]): void => {
    for (const miss of found)
      if (best.size < count && miss.match.misses.length === 1 && !best.has(miss.propertyId))
        best.set(miss.propertyId, miss)
  }
  const found = boxes.flatMap((box) => missesOfOne(box, search))
  take(found.sort((a, b) => b.match.score - a.match.score || b.propertyId - a.propertyId))
  if (best.size < count) take(boxes.flatMap((box) => missesOfPlace(box, search)).sort(nearestFirst))
  return [...best.values()]
}

const NONE: ReadonlySet<number> = new Set()
const AVAILABLE = DEAL_STATUSES.indexOf('available')
/** What is best without a criterion need not be best with what it costs to miss it. */
const LOOKED_AT = 4
/** A deal further away than this is none for who buys here. */
const NEAR_MILES = 50

interface Search {
  readonly table: DealTable
  readonly taste: Taste
  /** It can be bought, and fits none of the boxes. */
  readonly isOpen: (row: number) => boolean
  /** Looked at closer. */
  readonly most: number
}

function missesOfOne(box: ScoredBox, { table, taste, isOpen, most }: Search): NearMiss[] {
  return relaxedBoxes(box).flatMap((relaxed) => {
    const ranks = rankTable(table, [relaxed], taste)
    const rows: number[] = []
    for (let row = 0; row < table.count; row++) if (ranks[row] !== NO_MATCH && isOpen(row)) rows.push(row)
    rows.sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0))
    return rows.slice(0, most).map((row) => missAt(table, row, { box, taste }))
  })
}

/** The box without one of its hard criteria. */
const relaxedBoxes = (box: ScoredBox): ScoredBox[] =>
  box.criteria
    .filter(({ is_hard }) => is_hard)
    .map((left) => ({ ...box, criteria: box.criteria.filter((one) => one !== left) }))

function missesOfPlace(box: ScoredBox, { table, taste, isOpen, most }: Search): NearMiss[] {
  if (box.areas.length === 0) return []
  const near: { row: number; miles: number }[] = []
  for (const row of matchingRows(table, { ...box, areas: [] })) {
    if (!isOpen(row)) continue
    const miles = milesToNearest(box.areas, placeAt(table, row))
    if (miles <= NEAR_MILES) near.push({ row, miles })
  }
  near.sort((a, b) => a.miles - b.miles)
  return near.slice(0, most).map(({ row }) => missAt(table, row, { box, taste }))
}

const missAt = (
  table: DealTable,
  row: number,
  { box, taste }: { box: ScoredBox; taste: Taste },
): NearMiss => ({
  propertyId: table.numbers.id[row] ?? 0,
  match: scoreDeal(scoredDealAt(table, row), box, taste),
})

const milesOf = ({ match }: NearMiss): number => match.misses[0]?.figure ?? Number.POSITIVE_INFINITY
const nearestFirst = (a: NearMiss, b: NearMiss): number =>
  milesOf(a) - milesOf(b) || b.propertyId - a.propertyId
