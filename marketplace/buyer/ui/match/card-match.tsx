/** The score on a card: a press on it filters, a press on the words beside it tells why. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useIsGeneral } from './use-match.ts'

const OwnCardMatch = lazyPart(() => import('./own-card-match.tsx'))
const GeneralCardMatch = lazyPart(() => import('./general-card-match.tsx'))

/** As wide as most scores with their words, so that nothing beside them moves when they come. */
export const MatchPlace = () => <Skeleton className="h-5 w-36 flex-[0_1_auto] rounded-xs" />

export function CardMatch({ deal }: { deal: DealFacts }) {
  useSignals()
  const { matches } = useDealServices()
  const hasBox = matches.profile.value !== null
  const isGeneral = useIsGeneral()
  if (!hasBox && !matches.isSettled.value) return <MatchPlace />
  return (
    <Suspense fallback={<MatchPlace />}>
      {hasBox ? <OwnCardMatch deal={deal} /> : isGeneral ? <GeneralCardMatch deal={deal} /> : null}
    </Suspense>
  )
}
