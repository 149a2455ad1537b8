/** The score of a deal with the way to its reasons; for who has no buy box, the score that is for everybody. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import type { GeneralDeal } from './general-page-match.tsx'
import { useIsGeneral } from './use-match.ts'
import type { WhyAbout } from './why-about.ts'

const OwnMatch = lazyPart(() => import('./own-match.tsx'))
const GeneralPageMatch = lazyPart(() => import('./general-page-match.tsx'))

export interface MatchTagProps extends WhyAbout {
  of: GeneralDeal
}

export function MatchTag({ of, ...about }: MatchTagProps) {
  useSignals()
  const hasBox = useDealServices().matches.profile.value !== null
  const isGeneral = useIsGeneral()
  return (
    <Suspense fallback={null}>
      {hasBox ? <OwnMatch {...about} /> : isGeneral ? <GeneralPageMatch of={of} {...about} /> : null}
    </Suspense>
  )
}
