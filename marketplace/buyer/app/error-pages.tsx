/** The two error pages (spec section 2, Error page). */

import { Suspense, useEffect } from 'react'
import { MarketLinks } from '#marketplace/buyer/features/home/markets.tsx'
import { useOverview } from '#marketplace/buyer/features/home/use-overview.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { NOT_FOUND_TITLE, NotFoundMessage } from '#marketplace/buyer/ui/page-state.tsx'
import { PlatScreen } from '#marketplace/buyer/ui/plat-screen.tsx'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'

const HomeSearch = lazyPart(() => import('#marketplace/buyer/features/home/home-search.tsx'))

export function NotFoundPage({ path }: { path: string }) {
  useTitle(NOT_FOUND_TITLE)
  const { state } = useOverview(false)
  return (
    <PlatScreen
      title={NOT_FOUND_TITLE}
      lot="missing"
      actions={
        <>
          <LinkButton href="/deals">Browse deals</LinkButton>
          <LinkButton href="/">Go to home</LinkButton>
        </>
      }
    >
      <p>
        <NotFoundMessage path={path} />
      </p>
      <Suspense fallback={<Skeleton className="mt-6.5 h-9 rounded-md max-desk:h-10" />}>
        <HomeSearch />
      </Suspense>
      <MarketLinks overview={state.phase === 'ready' ? state.overview : null} />
    </PlatScreen>
  )
}

/** Any other failure. Never says more of it than a reference. */
export function ServerErrorPage({ reference, onRetry }: { reference: string; onRetry: () => void }) {
  const title = 'Internal Server Error'
  useTitle(title)
  return (
    <PlatScreen
      title={title}
      lot="missing"
      actions={
        <>
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
          <LinkButton href="/">Go to home</LinkButton>
        </>
      }
    >
      <Alert>Something failed on our side. Try again in a moment.</Alert>
      <p className="mt-1 text-sm text-text-3">
        Reference: <span className="wrap-anywhere font-label">{reference}</span>
      </p>
    </PlatScreen>
  )
}

function useTitle(title: string) {
  const services = useServices()
  useEffect(() => services.title.set(title), [services, title])
}
