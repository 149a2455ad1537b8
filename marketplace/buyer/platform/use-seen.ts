/** Reports that something was seen to the analytics. */
import { type RefObject, useMemo } from 'react'
import type { Seen } from './analytics.ts'
import { useBackground } from './background.ts'
import { useInView } from './use-in-view.ts'

/** Nothing happens while `what` is null. A view that was not reported is no error: the page goes on. */
export function useSeen(element: RefObject<Element | null>, what: Seen | null): void {
  const background = useBackground()
  const propertyId = what?.propertyId ?? null
  const imageId = what?.imageId ?? null
  const report = useMemo(() => {
    if (propertyId === null || background === null) return null
    return () => {
      if (background.consent.views.peek() === 'none') return
      background.analytics().then(
        (analytics) => analytics.seen({ propertyId, imageId }),
        () => {},
      )
    }
  }, [background, propertyId, imageId])
  useInView(element, report)
}
