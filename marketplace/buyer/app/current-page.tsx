/** Shows the page of the current address: finds its route, asks the guard, loads its code, catches its errors. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { failureWords } from '#marketplace/buyer/platform/failure-words.ts'
import { loginAddress } from '#marketplace/buyer/platform/return-to.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { PageAwaited, PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { decodeText } from '#shared/rules/site/buyer-routes.ts'
import { judge } from './guard.ts'
import { NotFoundPage, ServerErrorPage } from './lazy-error-pages.tsx'
import { LoginOver } from './login-over.tsx'
import { PageArrival } from './page-arrival.tsx'
import type { PageLoader } from './page-loader.ts'
import { RouteBoundary } from './route-boundary.tsx'
import { findRoute, type Match } from './routes.ts'
import { createScrollMemory, type ScrollMemory } from './scroll-memory.ts'

export function CurrentPage({ loader }: { loader: PageLoader }) {
  const { connection, log } = useServices()
  const [path] = useLocation()
  const match = findRoute(path)
  const memory = useScrollMemory()
  const arrival = <PageArrival key={path} isFirst={useIsFirst(path)} memory={memory} />
  return (
    <Suspense fallback={<PagePending />}>
      <RouteBoundary
        key={path}
        log={log}
        fallback={({ reference, isLoginNeeded }) =>
          isLoginNeeded ? (
            <Redirect to={loginAddress(addressOf(path, window.location.search.slice(1)))} replace />
          ) : (
            <ServerErrorPage
              reference={reference}
              onRetry={() => void connection.check().then(() => window.location.reload())}
            />
          )
        }
      >
        {match ? (
          <Guarded match={match} loader={loader} arrival={arrival} />
        ) : (
          <>
            <NotFoundPage path={decodeText(path)} />
            {arrival}
          </>
        )}
      </RouteBoundary>
    </Suspense>
  )
}

interface GuardedProps {
  match: Match
  loader: PageLoader
  arrival: React.ReactNode
}

function Guarded({ match: { route, params }, loader, arrival }: GuardedProps) {
  useSignals()
  const { user, title } = useServices()
  const [path] = useLocation()
  const search = useSearch()
  const verdict = judge(route.guard, user.state.value, addressOf(path, search))
  const wasIn = useRef(false)
  if (verdict.kind === 'show') wasIn.current = true
  // Before the effects of the page, which may name itself more exactly.
  useLayoutEffect(() => title.set(route.title), [title, route])

  switch (verdict.kind) {
    case 'wait':
      return <PagePending />
    case 'redirect':
      if (!route.isLoginOver) return <Redirect to={verdict.to} replace />
      // Their session ended over this page and they chose not to log in again: asked once is enough.
      return wasIn.current ? <Redirect to="/" replace /> : <LoginOver />
    case 'unreachable':
      return (
        <PageFailed title={route.title} onRetry={() => void user.load()}>
          {failureWords(verdict.failure)}
        </PageFailed>
      )
    case 'show': {
      const Page = loader.pageOf(route)
      return (
        <Suspense fallback={<PageAwaited title={route.title} />}>
          <Page params={params} route={route} />
          {arrival}
        </Suspense>
      )
    }
  }
}

function addressOf(path: string, search: string): string {
  return path + (search === '' ? '' : `?${search}`) + window.location.hash
}

function useScrollMemory(): ScrollMemory {
  const [memory] = useState(() => createScrollMemory({ window, storage: () => window.sessionStorage }))
  useEffect(() => memory.dispose, [memory])
  return memory
}

/** True until the address has changed once. */
function useIsFirst(path: string): boolean {
  const first = useRef(path)
  const hasMoved = useRef(false)
  if (path !== first.current) hasMoved.current = true
  return !hasMoved.current
}
