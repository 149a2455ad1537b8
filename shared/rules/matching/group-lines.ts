/** Which part of the score a criterion belongs to, and what lowers a whole part: a deal like one that was declined. */
import type { CriterionKey } from '../buy-box.ts'
import type { LineOf } from './score-line.ts'
import type { ScoredDeal } from './scored-deal.ts'
import { DECLINED_SHARE, type MatchGroup, type Taste } from './taste.ts'

export const GROUP_OF: Readonly<Record<CriterionKey, MatchGroup>> = {
  price: 'money',
  arv: 'money',
  arv_percent: 'money',
  spread: 'money',
  property_types: 'type',
  beds: 'size',
  baths: 'size',
  sqft: 'size',
  year: 'size',
  condition: 'extras',
  parking_types: 'extras',
  strategy: 'extras',
}

interface Across {
  /** The part's points are taken times this. */
  readonly factor: number
  readonly lines: readonly LineOf[]
}

export function acrossLines(group: MatchGroup, { deal, taste }: { deal: ScoredDeal; taste: Taste }): Across {
  const said = declinedWords(group, deal, taste)
  if (said === null) return { factor: 1, lines: [] }
  const factor = factorOf(group)
  const line: LineOf = {
    key: group === 'seller' ? 'seller' : 'declined',
    share: factor,
    isMissed: false,
    sentence: said.sentence,
    figure: said.figure,
    wish: null,
  }
  return { factor, lines: [line] }
}

/** A seller somebody does not want gets nothing; other likenesses cost half. */
export const factorOf = (group: MatchGroup): number => (group === 'seller' ? 0 : DECLINED_SHARE)

function declinedWords(
  group: MatchGroup,
  deal: ScoredDeal,
  taste: Taste,
): { sentence: string; figure: number | null } | null {
  const { zip, typeId, condition, arvPercent, accountId } = deal
  switch (group) {
    case 'location':
      if (zip === null || !taste.zips.has(zip)) return null
      return { sentence: `You were not interested in a deal in ${zip} because of its area.`, figure: null }
    case 'money':
      if (arvPercent === null || taste.dearPercent === null || arvPercent < taste.dearPercent) return null
      return {
        sentence: `At ${arvPercent}% of ARV it is as dear as a deal you declined at ${taste.dearPercent}%.`,
        figure: arvPercent,
      }
    case 'type':
      if (typeId === null || !taste.types.has(typeId)) return null
      return { sentence: 'You were not interested in a deal of this property type.', figure: null }
    case 'extras':
      if (condition === null || !taste.conditions.has(condition)) return null
      return { sentence: 'You were not interested in a deal in this condition.', figure: null }
    case 'seller':
      if (accountId === null || !taste.accounts.has(accountId)) return null
      return { sentence: 'You were not interested in a deal of this seller.', figure: null }
    case 'size':
      return null
  }
}
