/** The top of the home page: words at the left, at the right deals of the largest market on a map. */
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { PanelBoundary } from '#marketplace/buyer/ui/panel-boundary.tsx'
import { PlatDrawing } from '#marketplace/kit/ui/plat-drawing.tsx'
import type { Overview } from './home-model.ts'

const HeroMap = lazyPart(() => import('./hero-map.tsx'))

export interface HeroProps {
  title: ReactNode
  overview: Overview | null
  children: ReactNode
}

export function Hero({ title, overview, children }: HeroProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] border-line border-b bg-surface desk:grid-cols-[minmax(0,1.02fr)_minmax(0,1fr)]">
      <div className="flex flex-col justify-center px-4 pt-7 pb-8 desk:pt-14 desk:pr-12 desk:pb-11 desk:pl-[max(2rem,calc((100vw-75rem)/2+2rem))]">
        <h1
          tabIndex={-1}
          className="max-w-[12em] text-balance font-semibold text-[2.125rem] leading-9.5 tracking-[-0.032em] desk:text-4xl desk:leading-13"
        >
          {title}
        </h1>
        {children}
      </div>
      <div className="relative min-h-105 overflow-hidden border-line bg-accent-soft max-desk:hidden desk:border-l">
        <Side overview={overview} />
      </div>
    </section>
  )
}

/** The drawing of lots until the map is there, and where there is none. */
function Side({ overview }: { overview: Overview | null }) {
  const { log } = useServices()
  const isIdle = useIsIdle()
  const drawing = <PlatDrawing lot="found" lotAt={[0.6, 0.32]} />
  const market = overview?.featuredMarket
  if (!isIdle || !overview || !market) return drawing
  return (
    <PanelBoundary log={log}>
      <Suspense fallback={drawing}>
        <HeroMap market={market} deals={overview.featured} />
      </Suspense>
    </PanelBoundary>
  )
}

/** True once the browser has nothing better to do: the map's code is large, and phones do not show it. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!window.matchMedia('(width >= 761px)').matches) return
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), IDLE_MS)
      return () => clearTimeout(timer)
    }
    const handle = window.requestIdleCallback(() => setIdle(true), { timeout: IDLE_MS * 4 })
    return () => window.cancelIdleCallback(handle)
  }, [])
  return isIdle
}

/** Safari has no idle callback. */
const IDLE_MS = 1000
