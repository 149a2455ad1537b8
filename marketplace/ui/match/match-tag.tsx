/** The score of a deal with the way to its reasons; for who has no buy box, the score that is for everybody. */
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense } from 'react'
import { useDealServices } from '#marketplace/platform/deal-services.ts'
import { ScoreTag } from '../deal/tag.tsx'
import type { WhyAbout } from './why-host.tsx'

const OwnMatch = lazy(() => import('./own-match.tsx'))

export interface MatchTagProps extends WhyAbout {
  /** 0 to 100, or null when nobody scored it. */
  general: number | null
}

export function MatchTag({ general, ...about }: MatchTagProps) {
  useSignals()
  if (useDealServices().matches.profile.value === null) return <ScoreTag score={general} />
  return (
    <Suspense fallback={null}>
      <OwnMatch {...about} />
    </Suspense>
  )
}
