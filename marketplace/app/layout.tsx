/** The default layout: top bar, page, and on phones a tab bar for who is logged in. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Route } from '#marketplace/platform/route.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { ConfirmEmailNotice } from './entry-notices.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

export interface LayoutProps extends Pick<Route, 'frame' | 'keepsTopBar'> {
  children: ReactNode
}

export function Layout({ frame, keepsTopBar, children }: LayoutProps) {
  useSignals()
  const { user, isThreadOpen } = useServices()
  if (frame === 'bare')
    return (
      <main id="page" tabIndex={-1} className="flex min-h-dvh flex-col">
        {children}
      </main>
    )

  const isScreen = frame === 'screen'
  const hasTabs = user.state.value.phase === 'user' && frame !== 'detail'
  return (
    <div
      className={classNames(
        'flex flex-col pb-(--tab-bar) [--tab-bar:0px]',
        isScreen ? 'h-dvh overflow-hidden' : 'min-h-dvh',
        hasTabs && 'max-desk:[--tab-bar:calc(3.5rem+env(safe-area-inset-bottom))]',
        // An open thread takes a phone's whole screen; it has a way back of its own.
        isThreadOpen.value && 'max-duo:[--tab-bar:0px]',
      )}
    >
      <SkipLink />
      <TopBar className={isScreen && hasTabs && !keepsTopBar ? 'max-desk:hidden' : undefined} />
      <ConfirmEmailNotice />
      <main id="page" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        {children}
      </main>
      {hasTabs ? <TabBar className={isThreadOpen.value ? 'max-duo:hidden' : undefined} /> : null}
    </div>
  )
}

function SkipLink() {
  return (
    <a
      href="#page"
      className="sr-only z-20 rounded-md bg-ink px-3 py-2 font-label text-on-ink focus:not-sr-only focus:absolute focus:top-2.5 focus:left-4"
    >
      Skip to the page
    </a>
  )
}
