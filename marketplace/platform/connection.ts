/** Whether the browser has a connection, and the moment it comes back. */
import { type ReadonlySignal, signal } from '@preact/signals-core'

export interface Connection {
  readonly isOnline: ReadonlySignal<boolean>
  /** Calls when the connection is back; the returned function ends it. */
  onBack(run: () => void): () => void
  dispose(): void
}

export function watchConnection(window: Window): Connection {
  const isOnline = signal(window.navigator.onLine)
  const listeners = new Set<() => void>()
  const lost = () => {
    isOnline.value = false
  }
  const back = () => {
    isOnline.value = true
    for (const run of listeners) run()
  }
  window.addEventListener('offline', lost)
  window.addEventListener('online', back)
  return {
    isOnline,
    onBack(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    dispose() {
      window.removeEventListener('offline', lost)
      window.removeEventListener('online', back)
    },
  }
}
