/** A match in few words: what each part is called, and what stands beside the score on a card. */
import type { MatchReason } from '#shared/contract/match-feedback.ts'
import type { DealMatch } from './score.ts'
import type { ScoreLine } from './score-line.ts'
import type { MatchGroup } from './taste.ts'

export const GROUP_WORDS: Readonly<Record<MatchGroup, string>> = {
  location: 'Location',
  money: 'Price and spread',
  type: 'Property type',
  size: 'Size and age',
  extras: 'Condition, parking, strategy',
  seller: 'Seller',
}

export const REASON_WORDS: Readonly<Record<MatchReason, string>> = {
  price: 'Price',
  area: 'Area',
  type: 'Property type',
  size: 'Size or age',
  condition: 'Condition',
  seller: 'Seller',
}

const LINE_WORDS: Readonly<Record<ScoreLine['key'], string>> = {
  area: 'location',
  bought: 'ZIP',
  declined: 'declined',
  seller: 'seller',
  margin: 'margin',
  price: 'price',
  arv: 'ARV',
  arv_percent: '% of ARV',
  spread: 'spread',
  property_types: 'type',
  beds: 'beds',
  baths: 'baths',
  sqft: 'size',
  year: 'year',
  condition: 'condition',
  parking_types: 'parking',
  strategy: 'strategy',
}

/** `Fits your buy box`, `All but price`, `No match: location`. */
export function shortReason({ isMatch, fitsAll, misses, parts }: DealMatch): string {
  if (!isMatch) return `No match: ${someWords(misses)}`
  if (fitsAll) return 'Fits your buy box'
  const short = parts
    .flatMap(({ lines }) => lines.filter(({ share }) => share < 1))
    .toSorted((a, b) => b.gain - a.gain)
  return `All but ${someWords(short)}`
}

/** The first, and how many more. */
function someWords(lines: readonly ScoreLine[]): string {
  const [first] = lines
  if (!first) return ''
  return lines.length === 1 ? LINE_WORDS[first.key] : `${LINE_WORDS[first.key]} +${lines.length - 1}`
}

/** What would add the most points, the most first. */
export function raises({ parts }: DealMatch, most: number): readonly ScoreLine[] {
  return parts
    .flatMap(({ lines }) => lines.filter(({ gain, wish }) => gain > 0 && wish !== null))
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, most)
}

interface Weighed {
  readonly points: number
  readonly most: number
}

/** The parts that fit best; of equals, those that count most. What counts nothing is none. */
function bestParts<Part extends Weighed>(parts: readonly Part[], count: number): readonly Part[] {
  const share = ({ points, most }: Weighed): number => points / most
  return parts
    .filter(({ most }) => most > 0)
    .toSorted((a, b) => share(b) - share(a) || b.most - a.most)
    .slice(0, count)
}

export const bestSentences = (
  parts: readonly (Weighed & { readonly sentence: string })[],
  count: number,
): readonly string[] => bestParts(parts, count).map(({ sentence }) => sentence)

/** `location 35 of 35, price and spread 19 of 25`: how much for what, and nothing of what is asked. */
export function bestPoints(parts: readonly (Weighed & { readonly group: string })[], count: number): string {
  const words: Readonly<Record<string, string>> = GROUP_WORDS
  return bestParts(parts, count)
    .map(({ group, points, most }) => `${(words[group] ?? group).toLowerCase()} ${points} of ${most}`)
    .join(', ')
}
