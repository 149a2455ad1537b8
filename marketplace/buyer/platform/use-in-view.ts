/** Says that an element was looked at: at least half of it in view, for a second, in a tab that is in front. */
import { type RefObject, useEffect } from 'react'
import { VIEW_AFTER_MS } from '#shared/contract/limits.ts'
import { useServices } from './services-context.tsx'

const HALF = 0.5

/** Null watches nothing. `onSeen` may be called again when the element comes back into view. */
export function useInView(element: RefObject<Element | null>, onSeen: (() => void) | null): void {
  const { clock } = useServices()
  useEffect(() => {
    const watched = element.current
    if (watched === null || onSeen === null) return
    let stopTimer: (() => void) | null = null
    const report = () => {
      if (!watched.ownerDocument.hidden) onSeen()
    }
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
  }, [element, clock, onSeen])
}
