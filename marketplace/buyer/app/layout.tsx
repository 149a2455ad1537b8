/** The default layout: top bar, a strip while the server is away, page, and on phones a tab bar for logged-in people. */

import { useSignals } from '@preact/signals-react/runtime'
import { type MouseEvent, type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useBackground } from '#marketplace/buyer/platform/background.ts'
import type { Route } from '#marketplace/buyer/platform/route.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { TAB, TAB_BADGE, TAB_BAR } from '#marketplace/kit/ui/tab-bar.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { BuyerAwayStrip } from './away-strip.tsx'
import { ConfirmEmailNotice } from './entry-notices.tsx'
import { NAVIGATION, placeOf } from './navigation.ts'
import { TopBar } from './top-bar.tsx'

const ConsentBanner = lazyPart(() => import('./consent-banner.tsx'), Nothing)

export interface LayoutProps extends Pick<Route, 'frame' | 'keepsTopBar' | 'skip'> {
  children: ReactNode
}

export function Layout({ frame, keepsTopBar, skip, children }: LayoutProps) {
  useSignals()
  const { user, isThreadOpen } = useServices()
  if (frame === 'bare')
    return (
      <main id="page" tabIndex={-1} className="flex min-h-dvh flex-col">
        <BuyerAwayStrip className="top-0" />
        <ConsentQuestion />
        {children}
      </main>
    )

  const isScreen = frame === 'screen'
  const hasTabs = user.state.value.phase === 'user' && frame !== 'detail'
  return (
    <div
      data-screen={isScreen || undefined}
      data-flows={!isScreen || keepsTopBar || undefined}
      className={classNames(
        'flex flex-col pb-(--tab-bar) [--tab-bar:0px]',
        isScreen ? 'h-dvh overflow-hidden' : 'min-h-dvh',
        hasTabs && 'max-desk:[--tab-bar:calc(3.5rem+env(safe-area-inset-bottom))]',
        // An open thread takes a phone's whole screen; it has a way back of its own.
        isThreadOpen.value && 'max-duo:[--tab-bar:0px]',
      )}
    >
      {skip ? <SkipLink {...skip} /> : null}
      <SkipLink label="Skip to content" selector="#page" />
      <TopBar className={isScreen && hasTabs && !keepsTopBar ? 'max-desk:hidden' : undefined} />
      {/* A page that fills the screen does not scroll, and on phones it may have no top bar to stay below. */}
      <BuyerAwayStrip className={isScreen ? 'top-0' : 'top-14'} />
      <ConfirmEmailNotice />
      <ConsentQuestion />
      <main id="page" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        {children}
      </main>
      {hasTabs ? <TabBar className={isThreadOpen.value ? 'max-duo:hidden' : undefined} /> : null}
    </div>
  )
}

/** On the first page of any kind, but nobody is asked where they came to say no (UNS-04). */
function ConsentQuestion() {
  useSignals()
  const [path] = useLocation()
  const consent = useBackground()?.consent
  if (!consent?.isAsking.value || path.toLowerCase().startsWith('/user/')) return null
  return (
    <Suspense>
      <ConsentBanner consent={consent} />
    </Suspense>
  )
}

/** To what the selector finds on the screen; to the page's beginning while it finds nothing. */
function SkipLink({ label, selector }: NonNullable<Route['skip']>) {
  function skip(event: MouseEvent) {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility())
    if (!found) return
    event.preventDefault()
    found.focus()
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: It leads to an anchor of this page; where there is something closer, the press leads there.
    <a
      href="#page"
      onClick={skip}
      className="sr-only z-30 focus:not-sr-only focus:absolute focus:top-2.5 focus:left-4"
    >
      <span className="block rounded-md bg-ink px-3 py-2 font-label text-on-ink">{label}</span>
    </a>
  )
}

/** The main navigation of phones, within reach of the thumb. For who is logged in. */
function TabBar({ className }: { className?: string | undefined }) {
  useSignals()
  const { unread } = useServices()
  const [path] = useLocation()
  const here = placeOf(path)
  return (
    <nav
      aria-label="Main"
      data-tab-bar=""
      data-bar=""
      className={classNames(TAB_BAR, 'fixed inset-x-0 bottom-0 z-20 desk:hidden', className)}
    >
      {NAVIGATION.filter(({ bar }) => bar !== 'top').map((place) => (
        <Link
          key={place.href}
          href={place.href}
          aria-current={place === here ? 'page' : undefined}
          className={TAB}
        >
          <place.icon size={20} strokeWidth={1.75} aria-hidden="true" />
          {place.label}
          {place.href === '/messenger' ? (
            <span className={TAB_BADGE}>
              <Badge count={unread.count.value} />
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}
