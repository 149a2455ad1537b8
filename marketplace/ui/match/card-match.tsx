/** The score on a card: a press on it filters, a press on the words beside it tells why. */
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense } from 'react'
import { useDealServices } from '#marketplace/platform/deal-services.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { FilterValue } from '../deal/filter-value.tsx'
import { ScoreTag } from '../deal/tag.tsx'

const OwnCardMatch = lazy(() => import('./own-card-match.tsx'))

export function CardMatch({ deal }: { deal: DealFacts }) {
  useSignals()
  const { score } = deal
  if (useDealServices().matches.profile.value !== null)
    return (
      <Suspense fallback={null}>
        <OwnCardMatch deal={deal} />
      </Suspense>
    )
  return score === null ? null : (
    <FilterValue
      isBox
      value={{ kind: 'range', key: 'score', value: Math.round(score) }}
      hint={`Only ${Math.round(score)} match or better`}
    >
      <ScoreTag score={score} />
    </FilterValue>
  )
}
