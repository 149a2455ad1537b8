/**
 * What happens when a page has appeared: the window scrolls to its top, to the anchor of the address, or on Back and Forward
 * to where the page was left; and the focus goes to its heading, so that a screen reader begins there (spec section 2).
 */
import { useLayoutEffect } from 'react'
import { FIRST_PAGE_ID } from '#shared/contract/pages.ts'
import { decodeText } from '#shared/rules/site/buyer-routes.ts'
import type { ScrollMemory } from './scroll-memory.ts'

export interface PageArrivalProps {
  isFirst: boolean
  memory: ScrollMemory
}

/** Place it beside the page, inside the same Suspense, with a `key` per page: it then appears together with it. */
export function PageArrival({ isFirst, memory }: PageArrivalProps) {
  useLayoutEffect(() => {
    document.getElementById(FIRST_PAGE_ID)?.remove()
    const left = memory.arrived()
    const stopScrolling = whenThere(left === null ? () => scrollToStart() : () => scrollBackTo(left))
    // On the first page the browser's own start, the top of the document, is right.
    const stopFocusing = isFirst ? () => {} : whenThere(focusHeading)
    return () => {
      stopScrolling()
      stopFocusing()
    }
  }, [isFirst, memory])
  return null
}

/** Again for the heading that takes the place of the first, e.g. of a page's skeleton. Never takes the focus from anything else. */
function focusHeading(): boolean {
  const main = document.querySelector<HTMLElement>('main')
  const heading = main?.querySelector<HTMLElement>('h1') ?? main
  const here = document.activeElement
  const isElsewhere =
    here !== null && here !== document.body && !here.matches('main, main h1') && main?.contains(here)
  if (!isElsewhere && here !== heading) heading?.focus({ preventScroll: true })
  return false
}

/** True when there is nothing left to wait for. */
function scrollToStart(): boolean {
  const { hash } = window.location
  if (hash.length < 2) {
    window.scrollTo(0, 0)
    return true
  }
  const anchor = document.getElementById(decodeText(hash.slice(1)))
  if (anchor === null) {
    window.scrollTo(0, 0)
    return false
  }
  anchor.scrollIntoView()
  return true
}

function scrollBackTo(top: number): boolean {
  window.scrollTo(0, top)
  return window.scrollY >= Math.floor(top)
}

/** What a page loads later may be what is scrolled to. */
const WAIT_MS = 4000
const PERSON = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Tries now and after each change of the page, until it worked, the person scrolls, or it took too long. */
function whenThere(attempt: () => boolean): () => void {
  if (attempt()) return () => {}
  const observer = new MutationObserver(() => {
    if (attempt()) stop()
  })
  const timer = setTimeout(() => stop(), WAIT_MS)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    for (const name of PERSON) window.removeEventListener(name, stop)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const name of PERSON) window.addEventListener(name, stop, { passive: true })
  return stop
}
