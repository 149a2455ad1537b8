/**
 * Shows the reckoning of a deal above a list whose rows come and go: an answer there moves the scores, and with them the row that
 * it was opened from.
 */
import { createContext, lazy, type ReactNode, Suspense, useState } from 'react'
import type { ScoredDeal as GenerallyScored } from '#shared/rules/deals/deal-score.ts'
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'

const WhyDialog = lazy(() => import('./why-dialog.tsx'))

/** The score that is for anybody, 0 to 100, and what it was made of. */
export interface GeneralScore extends GenerallyScored {
  readonly score: number
}

export interface WhyAbout {
  readonly propertyId: number
  /** Which deal, in words. */
  readonly name: string
  readonly deal: ScoredDeal
  /** For who has no buy box to hold it against. */
  readonly general?: GeneralScore
}

export const WhyContext = createContext<((about: WhyAbout) => void) | null>(null)

export function WhyHost({ children }: { children: ReactNode }) {
  const [about, setAbout] = useState<WhyAbout | null>(null)
  return (
    <WhyContext value={setAbout}>
      {children}
      {about === null ? null : (
        <Suspense fallback={null}>
          <WhyDialog {...about} onClose={() => setAbout(null)} />
        </Suspense>
      )}
    </WhyContext>
  )
}
