/** Whether the window is as narrow as a phone's, where a sheet takes the place of what hangs below a button. */
import { useSyncExternalStore } from 'react'

/** One less than the breakpoint `desk` of app/main.css. */
const NARROW = '(max-width: 760.98px)'

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches)
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
