/** What every page has besides itself, fetched after the first paint: head, toasts, updates, the question on leaving, scripts. */

import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Background } from '#marketplace/buyer/platform/background.ts'
import type { BuildUpdates } from '#marketplace/buyer/platform/build-updates.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { startBuildUpdates } from '#marketplace/buyer/platform/start-build-updates.ts'
import { CornerPopup } from '#marketplace/buyer/ui/corner-popup.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { PanelBoundary } from '#marketplace/buyer/ui/panel-boundary.tsx'
import { BRAND, LOGO } from '#marketplace/kit/brand.ts'
import { createLeaveGuard, type LeaveGuard } from '#marketplace/kit/leave-guard.ts'
import { Toasts } from '#marketplace/kit/ui/toasts.tsx'
import { GuardQuestion } from '#marketplace/kit/ui/unsaved-guard.tsx'
import { headTags, type PageHead } from '#shared/rules/site/page-head.ts'
import { canonicalPath, metaOf, NOT_FOUND } from '#shared/rules/site/page-meta.ts'
import { Button } from '#shared/ui/button.tsx'
import { findRoute } from './routes.ts'
import '#marketplace/kit/forced-colors.css'

const ArrivingMessages = lazyPart(() => import('./arriving-messages.tsx'), Nothing)
const Toaster = lazyPart(() => import('#marketplace/kit/ui/toaster.tsx'), Nothing)

export default function BackgroundParts({ background }: { background: Background }) {
  const { log } = useServices()
  return (
    <>
      <Toasts toaster={Toaster} />
      <PanelBoundary log={log}>
        <Head />
        <TabIcon />
        <Messages />
        <UpdateChip />
        <LeaveQuestion />
        <ThirdParties background={background} />
      </PanelBoundary>
    </>
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

/** A dot on the tab's icon while something is unread, unless it is the installation's logo; how much stands in the title. */
function TabIcon() {
  useSignals()
  const { unread } = useServices()
  const hasUnread = unread.count.value > 0
  useEffect(() => {
    const icon = document.querySelector('link[rel="icon"]')
    if (LOGO === null) icon?.setAttribute('href', hasUnread ? '/favicon-unread.svg' : '/favicon.svg')
  }, [hasUnread])
  return null
}

function Messages() {
  useSignals()
  const state = useServices().user.state.value
  return state.phase === 'user' ? (
    <Suspense>
      <ArrivingMessages key={state.user.id} userId={state.user.id} />
    </Suspense>
  ) : null
}

function UpdateChip() {
  const { clock, connection, unsaved, log } = useServices()
  const [updates] = useState(() =>
    startBuildUpdates({ window, clock, connection, isDirty: () => unsaved.isDirty.peek(), log }),
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

/** The scripts nobody asks for by a press: loaded when the browser is idle, never where someone unsubscribes. */
function ThirdParties({ background }: { background: Background }) {
  const [path] = useLocation()
  const isAllowedHere = !path.toLowerCase().startsWith('/user/')
  useSignalEffect(() => {
    if (!background.consent.allowed.value.marketing || !isAllowedHere) return
    void background.scripts().then(
      (scripts) => Promise.all([scripts.need('tag_manager'), scripts.need('support_chat')]),
      () => {},
    )
  })
  return null
}

/** Asks before unsaved changes are left behind, on every page. */
function LeaveQuestion() {
  const { unsaved } = useServices()
  const [, navigate] = useLocation()
  const [guard, setGuard] = useState<LeaveGuard | null>(null)
  useEffect(() => {
    const made = createLeaveGuard({ window, unsaved, navigate })
    setGuard(made)
    return () => made.dispose()
  }, [unsaved, navigate])
  return guard === null ? null : <GuardQuestion guard={guard} />
}

/**
 * Writes a page's head into the document: tags that are there are changed, missing ones added. The title is App's.
 */
export function writeHead(document: Document, head: PageHead): void {
  const tags = headTags({ ...head, brand: BRAND })
  for (const { element, by, says } of tags) {
    const found = document.head.querySelector(`${element}[${by[0]}="${by[1]}"]`)
    const tag = found ?? document.createElement(element)
    tag.setAttribute(...by)
    tag.setAttribute(...says)
    if (found === null) document.head.append(tag)
  }
  if (head.canonical === null)
    for (const stale of document.head.querySelectorAll('link[rel="canonical"], meta[property="og:url"]'))
      stale.remove()
}
