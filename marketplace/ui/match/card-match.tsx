/** The score on a card: a press on it filters, a press on the words beside it tells why. */
import { useMemo } from 'react'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { scoredDealOf } from '#shared/rules/matching/scored-deal.ts'
import { dealName } from '../deal/deal-words.ts'
import { FilterValue } from '../deal/filter-value.tsx'
import { ScoreTag } from '../deal/tag.tsx'
import { useMatch } from './use-match.ts'
import { WhyButton } from './why-button.tsx'

export function CardMatch({ deal }: { deal: DealFacts }) {
  const scored = useMemo(() => scoredDealOf(deal), [deal])
  const match = useMatch(scored)
  const score = match === null ? deal.score : match.isMatch ? match.score : null
  return (
    <>
      {score === null ? null : (
        <FilterValue
          isBox
          value={{ kind: 'range', key: 'score', value: Math.round(score) }}
          hint={`Only ${Math.round(score)} match or better`}
        >
          <ScoreTag score={score} />
        </FilterValue>
      )}
      {match === null ? null : (
        <WhyButton propertyId={deal.id} name={dealName(deal)} deal={scored} match={match} />
      )}
    </>
  )
}
