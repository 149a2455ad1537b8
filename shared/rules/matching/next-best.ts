/** Deals that miss a buy box by one thing only: what there is for who has seen all that fits (checklist BOX-50). */
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import type { DealTable } from '../deals/table.ts'
import { type DealMatch, scoreDeal } from './score.ts'
import { NO_MATCH, scoreTable } from './score-table.ts'
import type { ScoredBox } from './scored-box.ts'
import { scoredDealAt } from './scored-deal.ts'
import { PLAIN_TASTE, type Taste } from './taste.ts'

export interface NearMiss {
  readonly propertyId: number
  /** With the one thing it misses. */
  readonly match: DealMatch
}

/** The best by score, each deal once. */
export function nextBest(
  table: DealTable,
  boxes: readonly ScoredBox[],
  { count, taste = PLAIN_TASTE }: { count: number; taste?: Taste },
): NearMiss[] {
  const { id, status } = table.numbers
  const fits = scoreTable(table, boxes, taste)
  const found = boxes.flatMap((box) =>
    relaxedBoxes(box).flatMap((relaxed) => {
      const scores = scoreTable(table, [relaxed], taste)
      const rows: number[] = []
      for (let row = 0; row < table.count; row++)
        if (scores[row] !== NO_MATCH && fits[row] === NO_MATCH && status[row] === AVAILABLE) rows.push(row)
      rows.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
      // What is best without the criterion need not be best with what it costs to miss it.
      return rows.slice(0, count * LOOKED_AT).map((row) => ({
        propertyId: id[row] ?? 0,
        match: scoreDeal(scoredDealAt(table, row), box, taste),
      }))
    }),
  )
  const best = new Map<number, NearMiss>()
  for (const miss of found.sort((a, b) => b.match.score - a.match.score || b.propertyId - a.propertyId))
    if (miss.match.misses.length === 1 && !best.has(miss.propertyId)) best.set(miss.propertyId, miss)
  return [...best.values()].slice(0, count)
}

const AVAILABLE = DEAL_STATUSES.indexOf('available')
const LOOKED_AT = 4

/** The box without one of its hard criteria. Where it buys stays: a deal elsewhere is no next best. */
function relaxedBoxes(box: ScoredBox): ScoredBox[] {
  return box.criteria
    .filter(({ is_hard }) => is_hard)
    .map((left) => ({ ...box, criteria: box.criteria.filter((one) => one !== left) }))
}
