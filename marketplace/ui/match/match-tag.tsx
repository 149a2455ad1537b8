/** The score of a deal with the way to its reasons; for who has no buy box, the score that is for everybody. */
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'
import { ScoreTag } from '../deal/tag.tsx'
import { useMatch } from './use-match.ts'
import { WhyButton } from './why-button.tsx'

export interface MatchTagProps {
  propertyId: number
  name: string
  deal: ScoredDeal
  /** 0 to 100, or null when nobody scored it. */
  general: number | null
}

export function MatchTag({ propertyId, name, deal, general }: MatchTagProps) {
  const match = useMatch(deal)
  if (match === null) return <ScoreTag score={general} />
  return (
    <>
      {match.isMatch ? <ScoreTag score={match.score} /> : null}
      <WhyButton propertyId={propertyId} name={name} deal={deal} match={match} />
    </>
  )
}
