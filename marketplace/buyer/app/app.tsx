/** The marketplace: the layout of the current route around its page. */
import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { BackgroundContext, createBackground } from '#marketplace/buyer/platform/background.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { PrefetchContext } from '#marketplace/buyer/ui/link.tsx'
import { CurrentPage } from './current-page.tsx'
import { EntryOverlays } from './entry-notices.tsx'
import { Layout } from './layout.tsx'
import type { PageLoader } from './page-loader.ts'
import { findRoute } from './routes.ts'

/** A chunk that cannot be fetched costs what runs beside the page, never the page. */
const BackgroundParts = lazyPart(() => import('./background-parts.tsx'), Nothing)

export function App({ loader }: { loader: PageLoader }) {
  const services = useServices()
  const { title } = services
  const [background] = useState(() => createBackground(services, window))
  const isPainted = useIsPainted()
  const [path] = useLocation()
  useSignalEffect(() => {
    document.title = title.text.value
  })
  const prefetch = useCallback(
    (href: string) => {
      const match = findRoute(new URL(href, window.location.origin).pathname)
      if (match) loader.prefetch(match.route)
    },
    [loader],
  )
  return (
    <BackgroundContext value={background}>
      <PrefetchContext value={prefetch}>
        <Layout {...findRoute(path)?.route}>
          <CurrentPage loader={loader} />
        </Layout>
        <Overlays />
        {isPainted ? (
          <Suspense>
            <BackgroundParts background={background} />
          </Suspense>
        ) : null}
      </PrefetchContext>
    </BackgroundContext>
  )
}

/** True once the browser has had time to show the first page. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), AFTER_PAINT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isPainted
}

/** What runs beside the page must not compete with it for the line. */
const AFTER_PAINT_MS = 400

// Without its code nothing is asked, and nobody is blocked either.
const SetupGate = lazyPart(() => import('#marketplace/buyer/features/setup/setup-gate.tsx'), Nothing)
const ConfirmingStep = lazyPart(() => import('./placed-step.tsx'), Nothing)

/**
 * What may lie over any page: the set-up of a buy box, the login dialog, notices. Each is fetched when it is first
 * needed, so that none of it weighs on the first load.
 */
function Overlays() {
  useSignals()
  const { user, confirming } = useServices()
  const state = user.state.value
  return (
    <>
      <EntryOverlays />
      {confirming.value === null ? null : (
        <Suspense>
          <ConfirmingStep />
        </Suspense>
      )}
      {state.phase === 'user' ? (
        <Suspense fallback={null}>
          <SetupGate key={state.user.id} />
        </Suspense>
      ) : null}
    </>
  )
}
