/**
 * Shows the reckoning of a deal above a list whose rows come and go: an answer there moves the scores, and with them the row that
 * it was opened from.
 */
import { createContext, lazy, type ReactNode, Suspense, useState } from 'react'
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'

const WhyDialog = lazy(() => import('./why-dialog.tsx'))

export interface WhyAbout {
  readonly propertyId: number
  /** Which deal, in words. */
  readonly name: string
  readonly deal: ScoredDeal
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
