/**
 * How well a deal fits a buy box (checklist BOX-40): hard criteria that it passes or misses, and a score from 0 to 100 of parts that
 * each say their points, a sentence and the number behind it. Knows no clock: the same deal, box and taste give the same score, in
 * browser and server. `score-table.ts` does the same for a whole table; a property test holds the two together.
 */
import { CRITERION_KEYS, type CriterionWire } from '#shared/contract/buy-box.ts'
import { CRITERIA } from '../buy-box.ts'
import { areaLine } from './area-line.ts'
import { choiceLine, rangeLine, strategyLine } from './criterion-lines.ts'
import { acrossLines, GROUP_OF } from './group-lines.ts'
import type { LineOf, ScoreLine } from './score-line.ts'
import type { ScoredBox } from './scored-box.ts'
import type { ScoredDeal } from './scored-deal.ts'
import { MATCH_GROUPS, type MatchGroup, PLAIN_TASTE, type Taste } from './taste.ts'

/** Rises whenever the same deal and box may score differently than before; stored scores of another version are made anew. */
export const SCORE_VERSION = 2

export interface DealMatch {
  readonly version: number
  readonly boxId: number
  readonly boxName: string
  /** It passes every hard criterion and lies in a target market. */
  readonly isMatch: boolean
  /** A match that falls short of none of the wishes: it comes before all that do, whatever they score. */
  readonly fitsAll: boolean
  /** The sum of the parts' points, also of a deal that is no match. */
  readonly score: number
  readonly parts: readonly ScorePart[]
  /** What keeps it from being a match. */
  readonly misses: readonly ScoreLine[]
}

export interface ScorePart {
  readonly group: MatchGroup
  /** Whole points of `most`. */
  readonly points: number
  readonly most: number
  /** It falls short of none of its lines. */
  readonly isFull: boolean
  /** Of its weakest line, or of its first when all fit. */
  readonly sentence: string
  readonly figure: number | null
  readonly lines: readonly ScoreLine[]
}

export function scoreDeal(deal: ScoredDeal, box: ScoredBox, taste: Taste = PLAIN_TASTE): DealMatch {
  const parts = MATCH_GROUPS.map((group) => partOf(group, { deal, box, taste }))
  const misses = parts.flatMap(({ lines }) => lines.filter(({ isMissed }) => isMissed))
  return {
    version: SCORE_VERSION,
    boxId: box.id,
    boxName: box.name,
    isMatch: misses.length === 0,
    fitsAll: misses.length === 0 && parts.every(({ isFull }) => isFull),
    score: parts.reduce((sum, { points }) => sum + points, 0),
    parts,
    misses,
  }
}

/** Of the boxes the one it matches best; else the one it comes closest to. Null without boxes. */
export function bestMatch(
  deal: ScoredDeal,
  boxes: readonly ScoredBox[],
  taste: Taste = PLAIN_TASTE,
): DealMatch | null {
  const matches = boxes.map((box) => scoreDeal(deal, box, taste))
  const [best] = matches.sort(
    (a, b) => a.misses.length - b.misses.length || rankOf(b) - rankOf(a) || a.boxId - b.boxId,
  )
  return best ?? null
}

/** What matches are compared by, from 0 to 201: those that fit all that is asked come first, then the score. */
export const rankOf = ({ fitsAll, score }: Pick<DealMatch, 'fitsAll' | 'score'>): number =>
  fitsAll ? score + FITS_ALL_RANK : score

/** More than any score. */
export const FITS_ALL_RANK = 101

interface Question {
  readonly deal: ScoredDeal
  readonly box: ScoredBox
  readonly taste: Taste
}

function partOf(group: MatchGroup, question: Question): ScorePart {
  const most = question.taste.weights[group]
  const fits = fitLines(group, question)
  const { factor, lines: around } = acrossLines(group, question)
  const shares = fits.map(({ share }) => share)
  const pointsWith = (given: readonly number[], times: number): number =>
    pointsOf(most, given, { empty: emptyShare(group), factor: times })
  const points = pointsWith(shares, factor)
  const raised = fits.map((_, index) => pointsWith(shares.with(index, 1), factor) - points)
  const whole = pointsWith(shares, 1) - points
  const lines = [
    ...fits.map((line, index): ScoreLine => ({ ...line, gain: raised[index] ?? 0 })),
    ...around.map((line): ScoreLine => ({ ...line, gain: whole })),
  ]
  const [weakest] = lines.toSorted((a, b) => a.share - b.share)
  const { sentence, figure } = weakest ?? { sentence: NOTHING_ASKED[group], figure: null }
  const isFull = lines.every(({ share }) => share >= 1)
  return { group, points, most, isFull, sentence, figure, lines }
}

/** How a part is reckoned beside its lines. */
interface Reckoning {
  /** Its share when nothing is asked of it. */
  readonly empty: number
  /** For a deal like a declined one. */
  readonly factor: number
}

/** The points of a part: its weight by the mean of its lines. */
export function pointsOf(most: number, shares: readonly number[], reckoning: Reckoning): number {
  let sum = 0
  for (const share of shares) sum += share
  return pointsOfSum(most, sum, { count: shares.length, ...reckoning })
}

/** Also of a whole table, so that both round alike. */
export const pointsOfSum = (
  most: number,
  sum: number,
  { count, empty, factor }: Reckoning & { count: number },
): number => Math.round(most * (count === 0 ? empty : sum / count) * factor)

/** Who asks for nothing says less of what they want: no deal can fit such a part in full. Any seller does who was not declined. */
export const emptyShare = (group: MatchGroup): number => (group === 'seller' ? 1 : UNASKED_SHARE)
const UNASKED_SHARE = 0.6

function fitLines(group: MatchGroup, { deal, box }: Question): LineOf[] {
  if (group === 'location') return areaLine(deal, box)
  const lines = criteriaOf(box, group).map((criterion) => lineOf(deal, criterion))
  return group === 'money' && asksNoMargin(box) ? [...lines, rangeLine.margin(deal)] : lines
}

/** In the order of CRITERION_KEYS, whatever the box's. */
export const criteriaOf = (box: Pick<ScoredBox, 'criteria'>, group: MatchGroup): readonly CriterionWire[] =>
  CRITERION_KEYS.filter((key) => GROUP_OF[key] === group).flatMap(
    (key) => box.criteria.find((criterion) => criterion.key === key) ?? [],
  )

/** The margin is looked at by itself where neither the share of ARV nor the spread is. */
export const asksNoMargin = (box: Pick<ScoredBox, 'criteria'>): boolean =>
  !box.criteria.some(({ key }) => key === 'arv_percent' || key === 'spread')

function lineOf(deal: ScoredDeal, criterion: CriterionWire): LineOf {
  if (CRITERIA[criterion.key].kind === 'range') return rangeLine.criterion(deal, criterion)
  return criterion.key === 'strategy' ? strategyLine(deal, criterion) : choiceLine(deal, criterion)
}

const NOTHING_ASKED: Readonly<Record<MatchGroup, string>> = {
  location: 'Your buy box names no location, so all count alike.',
  money: 'Your buy box asks for no price.',
  type: 'Your buy box asks for no property type, so all count alike.',
  size: 'Your buy box asks for no size or age, so all count alike.',
  extras: 'Your buy box asks for none of these, so all count alike.',
  seller: 'Not one of the sellers you declined.',
}
