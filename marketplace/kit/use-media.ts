/** Whether a media query holds, for what is another element and not only another style. */
import { useSyncExternalStore } from 'react'

/** The window is narrower than the breakpoint `desk` of the apps. */
export const useIsPhone = (): boolean => useMedia('(width < 761px)')

/** A popup in a corner of the window would cover what one reads: on phones, and where the window is low. */
export const useIsSmall = (): boolean => useMedia('(width < 761px) or (height < 561px)')

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}
