/** How long it takes to score every deal of a list; beside it the same sums over an array of objects, in the same process and run. */
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { DEAL_CONDITIONS, type DealColumn } from '#shared/contract/properties.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { criteriaOf, emptyShare, pointsOf } from '#shared/rules/matching/score.ts'
import { NO_MATCH, rankTable, scoreOfRank } from '#shared/rules/matching/score-table.ts'
import type { BoxArea, ScoredBox } from '#shared/rules/matching/scored-box.ts'
import { marginShare, rangeShape, rangeShare } from '#shared/rules/matching/shares.ts'
import { MATCH_GROUPS, PLAIN_TASTE } from '#shared/rules/matching/taste.ts'
import { makeDeals } from '../deals/make-deals.ts'
import { objectsOf } from '../deals/measure-deals.ts'

export interface MeasuredScore {
  readonly name: string
  readonly count: number
  readonly matches: number
  /** Milliseconds: best and median of the columns, median of the objects. */
  readonly best: number
  readonly median: number
  readonly objects: number
}

type Row = Readonly<Record<DealColumn, number | string | null>>

const RUNS = 40
const OBJECT_RUNS = 5

const range = (key: CriterionWire['key'], min: number | null, max: number | null): CriterionWire => ({
  key,
  min,
  max,
  any_of: null,
  is_hard: false,
  is_locked: true,
  source: 'manual',
})
const choice = (key: CriterionWire['key'], any_of: string[]): CriterionWire => ({
  key,
  min: null,
  max: null,
  any_of,
  is_hard: false,
  is_locked: true,
  source: 'manual',
})
const CRITERIA = [
  range('price', 80_000, 240_000),
  range('arv', 150_000, null),
  choice('property_types', ['1', '2', '4']),
  range('beds', 2, 4),
  range('sqft', 1000, 2600),
  range('year', 1950, null),
  choice('condition', ['cosmetic', 'light_rehab']),
  choice('parking_types', ['1', '2', '3']),
]
const inState = (name: string): BoxArea => ({
  kind: 'place',
  label: name,
  center: { lat: 30, lng: -95 },
  place: { kind: 'state', name, state: name },
})
const box = (areas: BoxArea[], criteria: CriterionWire[] = CRITERIA): ScoredBox => ({
  id: 1,
  name: 'Flips',
  criteria,
  areas,
  boughtIn: new Map(),
})

const hard = CRITERIA.map((one) => ({ ...one, is_hard: one.key === 'property_types' }))
const BOXES: readonly { name: string; boxes: readonly ScoredBox[] }[] = [
  { name: '1 box, one state of eight', boxes: [box([inState('TX')], hard)] },
  { name: '1 box, everywhere', boxes: [box([])] },
  {
    name: '5 boxes, one state each',
    boxes: ['TX', 'FL', 'OH', 'GA', 'MO'].map((name) => box([inState(name)])),
  },
]

export function measureScores(count: number): readonly MeasuredScore[] {
  const wire = JSON.parse(JSON.stringify(makeDeals(count)))
  const table = parseDealList(wire)
  const rows = objectsOf(wire)
  return BOXES.map(({ name, boxes }) => {
    const columns = rankTable(table, boxes).map((rank) => (rank === NO_MATCH ? rank : scoreOfRank(rank)))
    const plain = rows.map((row) => plainScore(row, boxes))
    const wrong = plain.findIndex((score, row) => score !== columns[row])
    if (wrong >= 0) throw new Error(`Deal ${wrong} scores ${columns[wrong]}, as an object ${plain[wrong]}`)
    const took = repeat(RUNS, () => rankTable(table, boxes))
    const objects = repeat(OBJECT_RUNS, () => rows.map((row) => plainScore(row, boxes)))
    return {
      name,
      count,
      matches: columns.filter((score) => score !== NO_MATCH).length,
      best: Math.min(...took),
      median: median(took),
      objects: median(objects),
    }
  })
}

/** What one writes first: each deal by itself against each box. */
function plainScore(row: Row, boxes: readonly ScoredBox[]): number {
  const scores = boxes.flatMap((one) => plainBoxScore(row, one) ?? [])
  return scores.length === 0 ? NO_MATCH : Math.max(...scores)
}

function plainBoxScore(row: Row, one: ScoredBox): number | null {
  const isThere = one.areas.some((area) => area.kind === 'place' && area.place.name === row.state_code)
  if (one.areas.length > 0 && !isThere) return null
  let score = 0
  for (const group of MATCH_GROUPS) {
    const shares: number[] = group === 'location' && isThere ? [1] : []
    for (const criterion of criteriaOf(one, group)) {
      const share = plainShare(row, criterion)
      if (criterion.is_hard && share < 1) return null
      shares.push(share)
    }
    if (group === 'money') shares.push(marginShare(numberOf(row.arv_percentage)))
    score += pointsOf(PLAIN_TASTE.weights[group], shares, { empty: emptyShare(group), factor: 1 })
  }
  return score
}

const COLUMNS: Readonly<Partial<Record<CriterionWire['key'], DealColumn>>> = {
  price: 'price',
  arv: 'arv_estimate',
  beds: 'bedrooms',
  sqft: 'sq_footage',
  year: 'year_built',
  property_types: 'property_type_id',
  parking_types: 'parking_type_id',
  condition: 'condition',
}

function plainShare(row: Row, { key, min, max, any_of }: CriterionWire): number {
  const value = numberOf(row[COLUMNS[key] ?? 'id'])
  if (!any_of)
    return rangeShare(
      value,
      rangeShape(key, min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY),
    )
  if (Number.isNaN(value)) return 0.5
  return any_of.includes(key === 'condition' ? (DEAL_CONDITIONS[value] ?? '') : String(value)) ? 1 : 0
}

const numberOf = (cell: number | string | null): number => (typeof cell === 'number' ? cell : Number.NaN)

const repeat = (times: number, work: () => unknown): number[] =>
  Array.from({ length: times }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })

const median = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN
