/** Whether a media query holds, for what is another element and not only another style. */
import { useSyncExternalStore } from 'react'

/** The window is narrower than the breakpoint `desk` of app/main.css. */
export const useIsPhone = (): boolean => useMedia('(width < 761px)')

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}
