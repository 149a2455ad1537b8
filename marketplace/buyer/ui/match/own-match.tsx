/** The score of a deal for who has a buy box, and the way to its reasons. A chunk of its own: others never fetch it. */
import { ScoreTag } from '#marketplace/kit/ui/tag.tsx'
import { shortReason } from '#shared/rules/matching/match-labels.ts'
import { FilterValue } from '../deal/filter-value.tsx'
import { useMatch } from './use-match.ts'
import { type WhyAbout, whyOf } from './why-about.ts'
import { WhyButton } from './why-button.tsx'

export default function OwnMatch({ propertyId, name, deal }: WhyAbout) {
  const match = useMatch(deal)
  if (match === null) return null
  return (
    <>
      {match.isMatch ? (
        <FilterValue
          isBox
          value={{ kind: 'range', key: 'score', value: match.score }}
          hint={`${match.score} match: show only this or better`}
        >
          <ScoreTag score={match.score} />
        </FilterValue>
      ) : null}
      <WhyButton
        propertyId={propertyId}
        name={name}
        deal={deal}
        brief={shortReason(match)}
        question={whyOf(match)}
      />
    </>
  )
}
