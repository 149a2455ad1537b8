/** The score on a card: a press on it filters, a press on the words beside it tells why. */
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense } from 'react'
import { useDealServices } from '#marketplace/platform/deal-services.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { useIsGeneral } from './use-match.ts'

const OwnCardMatch = lazy(() => import('./own-card-match.tsx'))
const GeneralCardMatch = lazy(() => import('./general-card-match.tsx'))

export function CardMatch({ deal }: { deal: DealFacts }) {
  useSignals()
  const hasBox = useDealServices().matches.profile.value !== null
  const isGeneral = useIsGeneral()
  return (
    <Suspense fallback={null}>
      {hasBox ? <OwnCardMatch deal={deal} /> : isGeneral ? <GeneralCardMatch deal={deal} /> : null}
    </Suspense>
  )
}
