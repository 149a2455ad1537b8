/** What the browser knows of the network before any socket notices. Says nothing where there are no such events, as in Node. */

export interface NetworkHearing {
  onOffline(): void
  onOnline(): void
}

/** Where a browser fires `offline` and `online`: its window, or a worker's global. */
export type NetworkEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

export const browserNetwork: NetworkEvents | null =
  typeof globalThis.addEventListener === 'function' ? globalThis : null

/** Moments after which the connection may have changed: the page is visible again, the machine woke up, the network changed. */
const WAKE_EVENTS = ['visibilitychange', 'pageshow', 'focus', 'resume', 'online'] as const

/** The returned function ends it. */
export function watchWaking(events: NetworkEvents | null, onWake: () => void): () => void {
  // Those of the document pass the window on their way down.
  for (const type of WAKE_EVENTS) events?.addEventListener(type, onWake, true)
  return () => {
    for (const type of WAKE_EVENTS) events?.removeEventListener(type, onWake, true)
  }
}

/** False without a page, as in Node. */
export const isPageHidden = (): boolean => globalThis.document?.hidden ?? false

/** The returned function ends it. */
export function watchNetwork(
  events: NetworkEvents | null,
  { onOffline, onOnline }: NetworkHearing,
): () => void {
  events?.addEventListener('offline', onOffline)
  events?.addEventListener('online', onOnline)
  return () => {
    events?.removeEventListener('offline', onOffline)
    events?.removeEventListener('online', onOnline)
  }
}
