/** The score that is for anybody with the way to its reasons, for who has no buy box. A chunk of its own. */
import { useMemo } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import { type DealScorePart, explainDealScore } from '#shared/rules/deals/explain-deal-score.ts'
import { FilterValue } from '../deal/filter-value.tsx'
import { type GeneralScore, type WhyAbout, whyItScores } from './why-about.ts'
import { WhyButton } from './why-button.tsx'

/** Nothing for a score that nobody can explain. */
export default function GeneralMatch({ general, ...about }: WhyAbout & { general: GeneralScore }) {
  const { clock } = useServices()
  const { score } = general
  const parts = useMemo(
    () => explainDealScore(general, { score, nowMs: clock.now() }),
    [general, score, clock],
  )
  if (parts === null) return null
  return (
    <>
      <FilterValue
        isBox
        value={{ kind: 'range', key: 'score', value: score }}
        hint={`Score ${score}: show only this or better`}
      >
        <Tag>Score {score}</Tag>
      </FilterValue>
      <WhyButton {...about} general={general} brief={briefOf(parts)} question={whyItScores(score)} />
    </>
  )
}

/** The heaviest part in few words. */
function briefOf(parts: readonly DealScorePart[]): string {
  const margin = parts.find(({ name }) => name === 'margin')?.figure ?? null
  if (margin === null) return 'Margin not known'
  return margin > 0 ? `${Math.round(margin)}% margin` : 'No margin'
}
