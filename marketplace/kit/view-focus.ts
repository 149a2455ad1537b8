/** Moves the focus to the heading of what has just appeared, so that a screen reader begins there (spec section 2). */
import { useLayoutEffect, useRef } from 'react'

/** For an app whose views replace one another without a page of their own. `isFollowing` says that something was there before the first. */
export function useViewFocus(view: string, isFollowing = false): void {
  const first = useRef(isFollowing ? null : view)
  useLayoutEffect(() => {
    // The browser's own start, the top of the document, is right.
    if (view === first.current) return
    first.current = null
    return whenThere(focusHeading)
  }, [view])
}

/** Again for the heading that takes the place of the first, e.g. of a page's skeleton. Never takes the focus from anything else. */
export function focusHeading(): boolean {
  const main = document.querySelector<HTMLElement>('main')
  const heading = main?.querySelector<HTMLElement>('h1') ?? main
  const here = document.activeElement
  const isElsewhere = here?.matches('main :not(h1)') && here.checkVisibility()
  if (!isElsewhere && here !== heading) heading?.focus({ preventScroll: true })
  return false
}

/** What a page loads later may be what is waited for. */
const WAIT_MS = 4000
const PERSON = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Tries now and after each change of the page, until it worked, the person scrolls, or it took too long. */
export function whenThere(attempt: () => boolean): () => void {
  if (attempt()) return () => {}
  const observer = new MutationObserver(() => {
    if (attempt()) stop()
  })
  const timer = setTimeout(stop, WAIT_MS)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    for (const name of PERSON) window.removeEventListener(name, stop)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const name of PERSON) window.addEventListener(name, stop, { passive: true })
  return stop
}
