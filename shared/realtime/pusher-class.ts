// biome-ignore-all assist/source/organizeImports: the page's global must be read before pusher-js is evaluated.
/**
 * pusher-js without its trace on the page: its browser build sets `window.Pusher` (only its JSONP fallback needs it, which
 * is off here) and keeps every instance and two network listeners of each for ever.
 */
import { hostPusher } from './host-pusher.ts'
import Pusher, { type Options } from 'pusher-js'

if (hostPusher) Object.defineProperty(globalThis, 'Pusher', hostPusher)
else Reflect.deleteProperty(globalThis, 'Pusher')

const NETWORK_EVENTS = ['online', 'offline'] as const

export interface HeldPusher {
  pusher: Pusher
  /** Disconnects and lets go of everything pusher-js holds outside of the instance. */
  release(): void
}

export function openPusher(key: string, options: Options): HeldPusher {
  const network = Pusher.Runtime.getNetwork()
  const bound = () =>
    NETWORK_EVENTS.flatMap((event) => (network.callbacks.get(event) ?? []).map(({ fn }) => ({ event, fn })))
  const before = new Set(bound().map(({ fn }) => fn))
  const pusher = new Pusher(key, options)
  const own = bound().filter(({ fn }) => !before.has(fn))
  return {
    pusher,
    release() {
      pusher.disconnect()
      for (const { event, fn } of own) network.unbind(event, fn)
      const index = Pusher.instances.indexOf(pusher)
      if (index >= 0) Pusher.instances.splice(index, 1)
    },
  }
}
