/**
 * The rank of every deal of a table at once, column by column: the same points as `score.ts` gives one deal, without words.
 * A box in one state takes a fraction of a frame for 100,000 deals, one that looks everywhere about a whole (docs/benchmarks.md).
 */
import type { DealTable } from '../deals/table.ts'
import { foldText } from '../fold-text.ts'
import { codesOf, rowsInAreas } from './area-rows.ts'
import { type AddShares, addCriterion, addMargin } from './criterion-rows.ts'
import { factorOf } from './group-lines.ts'
import { asksNoMargin, criteriaOf, emptyShare, FITS_ALL_RANK, pointsOfSum } from './score.ts'
import type { ScoredBox } from './scored-box.ts'
import { MATCH_GROUPS, type MatchGroup, PLAIN_TASTE, type Taste } from './taste.ts'

/** Of a deal that matches none of the boxes. */
export const NO_MATCH = 255

/** The score of 0 to 100 in a rank. */
export const scoreOfRank = (rank: number): number => (rank >= FITS_ALL_RANK ? rank - FITS_ALL_RANK : rank)

/** As `rankOf`, for each row its best over the boxes; `NO_MATCH` for a deal that fits none. */
export function rankTable(
  table: DealTable,
  boxes: readonly ScoredBox[],
  taste: Taste = PLAIN_TASTE,
): Uint8Array {
  const best = new Uint8Array(table.count).fill(NO_MATCH)
  for (const box of boxes) {
    const { rows, ranks } = rankRows(table, box, taste)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0
      const rank = ranks[at] ?? 0
      const former = best[row] ?? NO_MATCH
      if (former === NO_MATCH || rank > former) best[row] = rank
    }
  }
  return best
}

/** The rows that match one box, ascending. Taste never keeps a deal from matching. */
export const matchingRows = (table: DealTable, box: ScoredBox): Uint32Array => passHard(table, box).rows

/** The rows that match one box, ascending, and the rank of each. */
function rankRows(table: DealTable, box: ScoredBox, taste: Taste): { rows: Uint32Array; ranks: Uint8Array } {
  const { rows, sums } = passHard(table, box)
  const points = new Uint8Array(rows.length)
  const isShort = new Uint8Array(rows.length)
  for (const group of MATCH_GROUPS)
    addGroup(group, { table, box, taste, rows, points, isShort, areaSums: sums })
  const ranks = points.map((score, at) => (isShort[at] === 1 ? score : score + FITS_ALL_RANK))
  return { rows, ranks }
}

interface Passed {
  readonly rows: Uint32Array
  readonly sums: Float64Array
}

/** Most deals go here, so that the rest of the work is for few. */
function passHard(table: DealTable, box: ScoredBox): Passed {
  const { rows, sums } = rowsInAreas(table, box)
  let count = rows.length
  for (const criterion of box.criteria) {
    if (!criterion.is_hard) continue
    const shares = new Float64Array(count)
    addCriterion(table, criterion)(rows.subarray(0, count), shares)
    let kept = 0
    for (let at = 0; at < count; at++) {
      if ((shares[at] ?? 0) < 1) continue
      rows[kept] = rows[at] ?? 0
      sums[kept++] = sums[at] ?? 0
    }
    count = kept
  }
  return { rows: rows.subarray(0, count), sums: sums.subarray(0, count) }
}

interface Work {
  readonly table: DealTable
  readonly box: ScoredBox
  readonly taste: Taste
  readonly rows: Uint32Array
  /** Added to. */
  readonly points: Uint8Array
  /** Set to 1 where a wish is not met in full. */
  readonly isShort: Uint8Array
  readonly areaSums: Float64Array
}

function addGroup(group: MatchGroup, { table, box, taste, rows, points, isShort, areaSums }: Work): void {
  const most = taste.weights[group]
  if (most === 0) return
  const isPlace = group === 'location'
  const shares = isPlace ? [] : sharesOf(group, table, box)
  const sums = isPlace ? areaSums : new Float64Array(rows.length)
  for (const add of shares) add(rows, sums)
  const count = isPlace ? locationLines(box) : shares.length
  const isDeclined = declinedTest(group, table, taste)
  const declined = factorOf(group)
  const empty = emptyShare(group)
  for (let at = 0; at < rows.length; at++) {
    const factor = isDeclined?.(rows[at] ?? 0) ? declined : 1
    const sum = sums[at] ?? 0
    points[at] = (points[at] ?? 0) + pointsOfSum(most, sum, { count, empty, factor })
    if (factor < 1 || sum < count) isShort[at] = 1
  }
}

const locationLines = ({ areas, boughtIn }: ScoredBox): number =>
  areas.length === 0 ? 0 : boughtIn.size === 0 ? 1 : 2

function sharesOf(group: MatchGroup, table: DealTable, box: ScoredBox): AddShares[] {
  const shares = criteriaOf(box, group).map((criterion) => addCriterion(table, criterion))
  return group === 'money' && asksNoMargin(box) ? [...shares, addMargin(table)] : shares
}

/** Null where nobody declined anything of this part. */
function declinedTest(
  group: MatchGroup,
  { texts, numbers }: DealTable,
  taste: Taste,
): ((row: number) => boolean) | null {
  const isOf = (ids: ReadonlySet<number>, column: ArrayLike<number>) =>
    ids.size === 0 ? null : (row: number) => ids.has(column[row] ?? Number.NaN)
  switch (group) {
    case 'location': {
      const { codes } = texts.zip
      const isZip = codesOf(texts.zip, [...taste.zips], foldText)
      return taste.zips.size === 0 ? null : (row) => isZip[codes[row] ?? 0] === 1
    }
    case 'money': {
      const dear = taste.dearPercent
      return dear === null ? null : (row) => (numbers.arv_percentage[row] ?? Number.NaN) >= dear
    }
    case 'type':
      return isOf(taste.types, numbers.property_type_id)
    case 'extras':
      return isOf(taste.conditions, numbers.condition)
    case 'seller':
      return isOf(taste.accounts, numbers.account_id)
    case 'size':
      return null
  }
}
