/**
 * Shows the reckoning of a deal above a list whose rows come and go: an answer there moves the scores, and with them the row that
 * it was opened from.
 */
import { createContext, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import type { WhyAbout } from './why-about.ts'

const WhyDialog = lazyPart(() => import('./why-dialog.tsx'))

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
