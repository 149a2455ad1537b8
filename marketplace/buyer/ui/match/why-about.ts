/** Which deal a score is explained for. */
import type { ScoredDeal as GenerallyScored } from '#shared/rules/deals/deal-score.ts'
import type { DealMatch } from '#shared/rules/matching/score.ts'
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'

/** The score that is for anybody, 0 to 100, and what it was made of. */
export interface GeneralScore extends GenerallyScored {
  readonly score: number
}

/** What is asked of a score, as the title of the dialog that answers it. */
export const whyItScores = (score: number): string => `Why it scores ${score}`
export const whyOf = ({ isMatch, score }: Pick<DealMatch, 'isMatch' | 'score'>): string =>
  isMatch ? whyItScores(score) : 'Why it is no match'

export interface WhyAbout {
  readonly propertyId: number
  /** Which deal, in words. */
  readonly name: string
  readonly deal: ScoredDeal
  /** For who has no buy box to hold it against. */
  readonly general?: GeneralScore
}
