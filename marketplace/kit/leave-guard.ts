/**
 * Asks once before a page with unsaved input is left by a link, Back or Forward. It only holds what the person does; a log
 * out or a redirect of the app goes through.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Unsaved } from './unsaved.ts'

export interface LeaveGuard {
  /** The question is open: the page waits for `stay` or `leave`. */
  readonly isAsking: ReadonlySignal<boolean>
  stay(): void
  /** Goes where the person wanted to go; what was not saved is lost. */
  leave(): void
  dispose(): void
}

export interface LeaveGuardDeps {
  window: Window
  unsaved: Pick<Unsaved, 'isDirty' | 'beforeRouter' | 'saving'>
  /** Follows a link inside the app. */
  navigate: (to: string) => void
  /** What of an address names the page; its path unless the app keeps its pages behind the #. */
  pageName?: (url: URL) => string
}

const WAIT_MS = 1000

export function createLeaveGuard(deps: LeaveGuardDeps): LeaveGuard {
  const { window, unsaved, navigate, pageName = ({ pathname }) => pathname } = deps
  const { isDirty, saving } = unsaved
  const { document, history, location } = window
  const wanted = signal<(() => void) | null>(null)
  const isAsking = signal(false)
  /** A query or a hash is a state of the same page, e.g. of a dialog over it. */
  const isSamePage = (one: string, other: string) => pageName(new URL(one)) === pageName(new URL(other))
  let here = { href: location.href, state: history.state as unknown }
  let isLeaving = false

  const ask = (go: () => void) => {
    wanted.value = go
    isAsking.value = !saving.peek()
  }
  const settle = () => {
    wanted.value = null
    isAsking.value = false
  }
  const leave = () => {
    const go = wanted.peek()
    settle()
    go?.()
  }
  /** Waits for a save that is not answered yet before it asks or leaves, at most `WAIT_MS`. */
  const stopWaiting = effect(() => {
    if (!saving.value || !wanted.value) return
    const timer = window.setTimeout(() => {
      isAsking.value = true
    }, WAIT_MS)
    return () => {
      window.clearTimeout(timer)
      if (saving.peek() || !wanted.peek()) return
      if (isDirty.peek()) isAsking.value = true
      else leave()
    }
  })

  function followed(event: MouseEvent) {
    const to = isDirty.peek() && !event.defaultPrevented ? pageOf(event, location) : null
    if (to === null || isSamePage(new URL(to, location.href).href, location.href)) return
    // Before the router hears of the click.
    event.preventDefault()
    event.stopPropagation()
    ask(() => navigate(to))
  }

  function movedInHistory(event: PopStateEvent) {
    if (isLeaving || !isDirty.peek()) {
      isLeaving = false
      return
    }
    if (isSamePage(here.href, location.href)) return
    // The router hears of nothing, and the address is again the one of the page that still stands there.
    event.stopImmediatePropagation()
    history.pushState(here.state, '', here.href)
    ask(() => {
      isLeaving = true
      history.back()
    })
  }

  const stopFollowing = effect(() => {
    if (isDirty.value) here = { href: location.href, state: history.state as unknown }
  })
  document.addEventListener('click', followed, true)
  const stopHearing = unsaved.beforeRouter(movedInHistory)

  return {
    isAsking,
    stay: settle,
    leave,
    dispose() {
      stopWaiting()
      stopFollowing()
      document.removeEventListener('click', followed, true)
      stopHearing()
    },
  }
}

/** Where a click leads inside this site: path, query and hash; null for any other click. */
function pageOf(event: MouseEvent, location: Location): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = (event.target as Element | null)?.closest?.('a[href]')
  if (!link || link.hasAttribute('download') || (link.getAttribute('target') ?? '_self') !== '_self')
    return null
  const url = new URL(link.getAttribute('href') ?? '', location.href)
  if (url.origin !== location.origin) return null
  return url.pathname + url.search + url.hash
}
