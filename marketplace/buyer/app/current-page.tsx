/** Shows the page of the current address: finds its route, asks the guard, loads its code, catches its errors. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { withoutLogin } from '#marketplace/buyer/platform/login-prompt.ts'
import type { Route } from '#marketplace/buyer/platform/route.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import {
  NOT_FOUND_TITLE,
  NotFoundMessage,
  PageAwaited,
  PageFailed,
  PagePending,
} from '#marketplace/buyer/ui/page-state.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import type { Failure } from '#shared/api/api-error.ts'
import { loginAddress } from '#shared/rules/return-to.ts'
import { decodeText, titleOf } from '#shared/rules/site/buyer-routes.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { NotFoundPage, ServerErrorPage } from './lazy-error-pages.tsx'
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
            <Redirect to={loginAddress(addressOf(path, window.location.search))} replace />
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
          <Suspense fallback={<NotFoundAwaited path={decodeText(path)} />}>
            <NotFoundPage path={decodeText(path)} />
            {arrival}
          </Suspense>
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

function Guarded({ match, loader, arrival }: GuardedProps) {
  useSignals()
  const { route, params } = match
  const name = titleOf(match)
  const { user, title } = useServices()
  const [path] = useLocation()
  const search = useSearch()
  const verdict = judge(route.guard, user.state.value, addressOf(path, search))
  const wasIn = useRef(false)
  if (verdict.kind === 'show') wasIn.current = true
  // Before the effects of the page, which may name itself more exactly.
  useLayoutEffect(() => title.set(name), [title, name])

  switch (verdict.kind) {
    case 'wait':
      return <PagePending />
    case 'redirect':
      if (!route.isLoginOver) return <Redirect to={verdict.to} replace />
      // Their session ended over this page and they chose not to log in again: asked once is enough.
      return wasIn.current ? <Redirect to="/" replace /> : <LoginOver title={name} />
    case 'unreachable':
      return (
        <PageFailed title={name} onRetry={() => void user.load()}>
          {failureWords(verdict.failure)}
        </PageFailed>
      )
    case 'show': {
      const Page = loader.pageOf(route)
      return (
        <Suspense fallback={<PageAwaited title={name} isBare={route.frame === 'bare'} />}>
          <Page params={params} route={route} />
          {arrival}
        </Suspense>
      )
    }
  }
}

/** That there is no such page is known without the server. */
const NotFoundAwaited = ({ path }: { path: string }) => (
  <PageAwaited title={NOT_FOUND_TITLE}>
    <NotFoundMessage path={path} />
    <br />A search and the markets appear here when {BRAND} can be reached again.
  </PageAwaited>
)

/** Without what asks for the login over it. */
function addressOf(path: string, search: string): string {
  return path + withoutLogin(search) + window.location.hash
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

type Verdict =
  | { readonly kind: 'show' }
  /** It is not known yet who this is. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'unreachable'; readonly failure: Failure }

/**
 * Who may see a page. Pure; the spec leaves open what the auth middleware does with a visitor, ours sends them to log
 * in. `here` is the address asked for: path, query and hash. Throws when a route names a middleware that is none (spec
 * 8).
 */
export function judge(guard: string | undefined, state: UserState, here: string): Verdict {
  if (guard === undefined) return { kind: 'show' }
  if (!isMiddleware(guard)) throw new Error('Unknown route middleware')
  return MIDDLEWARE[guard](state, here)
}

type Middleware = (state: UserState, here: string) => Verdict

/** By the names that routes may use. */
const MIDDLEWARE: Readonly<Record<NonNullable<Route['guard']>, Middleware>> = { user: askUser }

const isMiddleware = (name: string): name is NonNullable<Route['guard']> => Object.hasOwn(MIDDLEWARE, name)

function askUser(state: UserState, here: string): Verdict {
  switch (state.phase) {
    case 'user':
      return { kind: 'show' }
    case 'unknown':
      return { kind: 'wait' }
    case 'visitor':
      return { kind: 'redirect', to: loginAddress(here) }
    case 'unreachable':
      return { kind: 'unreachable', failure: state.failure }
  }
}

/**
 * Shown behind the login dialog in place of a private page; a visitor who closes the dialog goes home (spec section 2).
 */
function LoginOver({ title }: { title: string }) {
  useSignals()
  const { connection, loginPrompt } = useServices()
  const [, navigate] = useLocation()
  useEffect(() => {
    let isHere = true
    void loginPrompt.open().then((isIn) => {
      if (!isIn && isHere) navigate('/', { replace: true })
    })
    return () => {
      isHere = false
    }
  }, [loginPrompt, navigate])
  // The dialog's code cannot come either.
  if (!connection.isOnline.value) return <PageAwaited title={title} />
  return (
    <div className="profile-grid" aria-hidden="true">
      <Skeleton className="h-64 max-aside:hidden" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
      </div>
    </div>
  )
}
