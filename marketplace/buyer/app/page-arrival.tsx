/**
 * What happens when a page has appeared: the window scrolls to its top, to the anchor of the address, or on Back and Forward
 * to where the page was left; and the focus goes to its heading, so that a screen reader begins there (spec section 2).
 */
import { useLayoutEffect } from 'react'
import { focusHeading, whenThere } from '#marketplace/kit/view-focus.ts'
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
