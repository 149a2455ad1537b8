/** What the browser knows of the network before any socket notices. Says nothing where there are no such events, as in Node. */

export interface NetworkHearing {
  onOffline(): void
  onOnline(): void
}

/** Where a browser fires `offline` and `online`: its window, or a worker's global. */
export type NetworkEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

export const browserNetwork: NetworkEvents | null =
  typeof globalThis.addEventListener === 'function' ? globalThis : null

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
