/** What a page shows while it loads and when that failed. */

import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useServices, useWhenBack } from '#marketplace/buyer/platform/services-context.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Button } from '#shared/ui/button.tsx'
import { FailureReason } from './failure-reason.tsx'
import { Logo } from './logo.tsx'

export const AWAITED = `This page opens when ${BRAND} can be reached again.`

/** Takes the page's place while its code or the session is on the way. Nothing is drawn for what is quick. */
export function PagePending({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" data-pending="" className="flex-1">
      <span className="sr-only">{label}</span>
      <span
        aria-hidden="true"
        className="block h-0.5 w-full origin-left animate-[page-pending_1.2s_var(--ease-in-out)_400ms_infinite] bg-accent opacity-0 motion-reduce:animate-[page-waiting_1ms_400ms_forwards]"
      />
    </div>
  )
}

/** In the place of a page whose code is on the way: under its heading it says so where the server is away and it may be long. */
export function PageAwaited({
  children = AWAITED,
  ...page
}: Omit<PageFailedProps, 'children' | 'onRetry'> & { children?: ReactNode }) {
  useSignals()
  const { connection } = useServices()
  if (connection.isOnline.value) return <PagePending />
  return (
    <PageFailed {...page} awaited={children} onRetry={() => void connection.check()}>
      {children}
    </PageFailed>
  )
}

interface PageFailedProps {
  title: ReactNode
  /** The reason. */
  children: ReactNode
  /** What to say while the server is away. */
  awaited?: ReactNode
  /** No bar is above the page: it has the way home itself. */
  isBare?: boolean
  onRetry: () => void
}

/** Shown instead of a page that could not be loaded, under the page's heading: the reason and a button to try again. It also retries when the server is back. */
export function PageFailed({ title, children, awaited = AWAITED, isBare = false, onRetry }: PageFailedProps) {
  useWhenBack(onRetry)
  return (
    <div className="page-column grid flex-1 content-start justify-items-start py-8">
      {isBare ? <Logo className="mb-8" /> : null}
      <h1 tabIndex={-1} className="font-semibold text-2xl tracking-tighter">
        {title}
      </h1>
      <FailureReason awaited={awaited} className="mt-1.5 mb-5 max-w-[56ch] text-md text-text-2">
        {children}
      </FailureReason>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** A page that does not exist (spec section 2, Error page). */
export const NOT_FOUND_TITLE = 'Page Not Found'

export function NotFoundMessage({ path }: { path: string }) {
  return (
    <>
      Page not found: <span className="wrap-anywhere font-label text-text">{path}</span>
    </>
  )
}
