/** What every page has besides itself, fetched after the first paint: its head, consent, updates, the offline strip, scripts. */
import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Background } from '#marketplace/platform/background.ts'
import type { BuildUpdates } from '#marketplace/platform/build-updates.ts'
import { watchConnection } from '#marketplace/platform/connection.ts'
import type { Consent } from '#marketplace/platform/consent.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { startBuildUpdates } from '#marketplace/platform/start-build-updates.ts'
import { CornerPopup } from '#marketplace/ui/corner-popup.tsx'
import { PanelBoundary } from '#marketplace/ui/panel-boundary.tsx'
import { Button } from '#shared/ui/button.tsx'
import { canonicalPath, metaOf, NOT_FOUND } from './page-meta.ts'
import { findRoute } from './routes.ts'
import { writeHead } from './write-head.ts'

const ConsentBanner = lazy<ComponentType<{ consent: Consent }>>(() =>
  import('./consent-banner.tsx').catch(() => ({ default: () => null })),
)

export default function BackgroundParts({ background }: { background: Background }) {
  const { log } = useServices()
  return (
    <PanelBoundary log={log}>
      <Head />
      <TabIcon />
      <OfflineStrip />
      <UpdateChip />
      <ConsentQuestion background={background} />
      <ThirdParties background={background} />
    </PanelBoundary>
  )
}

/** The title is App's; it is repeated here for who shows a link to the page. */
function Head() {
  useSignals()
  const { title } = useServices()
  const [path] = useLocation()
  const name = title.page.value
  useEffect(() => {
    const match = findRoute(path)
    if (match === null) return writeHead(document, NOT_FOUND)
    const canonical = window.location.origin + canonicalPath(match.route, match.params)
    writeHead(document, { title: name, ...metaOf(match.route), canonical })
  }, [path, name])
  return null
}

/** A dot on the tab's icon while something is unread; how much stands in the title. */
function TabIcon() {
  useSignals()
  const { unread } = useServices()
  const hasUnread = unread.count.value > 0
  useEffect(() => {
    const icon = document.querySelector('link[rel="icon"]')
    icon?.setAttribute('href', hasUnread ? '/favicon-unread.svg' : '/favicon.svg')
  }, [hasUnread])
  return null
}

function OfflineStrip() {
  useSignals()
  const { user } = useServices()
  const [connection] = useState(() => watchConnection(window))
  useEffect(() => connection.dispose, [connection])
  useEffect(() => connection.onBack(() => void user.load()), [connection, user])
  if (connection.isOnline.value) return null
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-(--tab-bar,0px) z-30 border-warn-line border-t bg-warn-soft px-4 py-1.5 text-center font-label text-sm text-warn-text"
    >
      You’re offline. What is on the page stays; changes have to wait.
    </p>
  )
}

function UpdateChip() {
  const { clock, unsaved, log } = useServices()
  const [updates] = useState(() =>
    startBuildUpdates({ window, clock, isDirty: () => unsaved.isDirty.peek(), log }),
  )
  useEffect(() => updates.dispose, [updates])
  return <UpdateWatch updates={updates} />
}

function UpdateWatch({ updates }: { updates: BuildUpdates }) {
  useSignals()
  const [path] = useLocation()
  const [arrivedAt] = useState(path)
  const [hasMoved, setMoved] = useState(false)
  if (!hasMoved && path !== arrivedAt) setMoved(true)
  // Before the new page is painted: it would flash and start anew.
  useLayoutEffect(() => {
    if (hasMoved) updates.pageChanged(path)
  }, [updates, path, hasMoved])
  if (!updates.isWaiting.value) return null
  return (
    <CornerPopup corner="bottom-right" aria-label="Update" className="p-1.5 print:hidden">
      <Button size="sm" variant="ghost" onClick={updates.reload}>
        New version — reload
      </Button>
    </CornerPopup>
  )
}

/** Nobody is asked where they came to say no (UNS-04), nor over a page that fills the screen. */
function ConsentQuestion({ background: { consent } }: { background: Background }) {
  useSignals()
  const [path] = useLocation()
  const route = findRoute(path)?.route
  const isCalm =
    route !== undefined && route.frame === undefined && !route.path.startsWith('/user/unsubscribe')
  if (!consent.isAsking.value || !isCalm) return null
  return (
    <Suspense>
      <ConsentBanner consent={consent} />
    </Suspense>
  )
}

/** The scripts nobody asks for by a press: loaded when the browser is idle, never where someone unsubscribes. */
function ThirdParties({ background }: { background: Background }) {
  const [path] = useLocation()
  const isAllowedHere = !path.toLowerCase().startsWith('/user/unsubscribe')
  useSignalEffect(() => {
    if (!background.consent.allowed.value.marketing || !isAllowedHere) return
    void background.scripts().then(
      (scripts) => Promise.all([scripts.need('tag_manager'), scripts.need('support_chat')]),
      () => {},
    )
  })
  return null
}
