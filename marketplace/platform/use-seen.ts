/** Says that an element was seen: at least half of it in view, for a second, in a tab that is looked at. */
import { type RefObject, useEffect } from 'react'
import { VIEW_AFTER_MS } from '#shared/contract/limits.ts'
import type { Seen } from './analytics.ts'
import { useBackground } from './background.ts'
import { useServices } from './services-context.tsx'

const HALF = 0.5

/** Nothing happens while `what` is null. A view that was not reported is no error: the page goes on. */
export function useSeen(element: RefObject<Element | null>, what: Seen | null): void {
  const background = useBackground()
  const { clock } = useServices()
  const propertyId = what?.propertyId ?? null
  const imageId = what?.imageId ?? null
  useEffect(() => {
    const watched = element.current
    if (watched === null || propertyId === null || background === null) return
    const report = () => {
      if (!background.consent.allowed.peek().analytics || watched.ownerDocument.hidden) return
      background.analytics().then(
        (analytics) => analytics.seen({ propertyId, imageId }),
        () => {},
      )
    }
    let stopTimer: (() => void) | null = null
    const observer = new IntersectionObserver(
      ([entry]) => {
        stopTimer?.()
        stopTimer = (entry?.intersectionRatio ?? 0) >= HALF ? clock.after(VIEW_AFTER_MS, report) : null
      },
      { threshold: HALF },
    )
    observer.observe(watched)
    return () => {
      observer.disconnect()
      stopTimer?.()
    }
  }, [element, background, clock, propertyId, imageId])
}
