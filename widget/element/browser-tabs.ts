/** The browser's Web Locks, broadcast channels and page life as the chat knows them. Null where there are none: plain http, old browsers. */
import { browserLocks } from '#shared/lib/tab-locks.ts'
import type { TabChannel, TabHost, TabLife } from '../chat/shared-socket/tab-host.ts'

const LIFE_EVENTS = ['visibilitychange', 'freeze', 'resume', 'pagehide', 'pageshow'] as const

export function browserTabs(): TabHost | null {
  const locks = browserLocks()
  if (!locks || typeof BroadcastChannel === 'undefined') return null
  let isFrozen = false
  const life = (): TabLife => (isFrozen ? 'frozen' : document.hidden ? 'hidden' : 'visible')

  return {
    requestLock: locks.requestLock,
    openChannel,
    life,
    onLife(changed) {
      const hear = ({ type }: Event) => {
        // A page that is left may come back out of the back/forward cache, with its socket gone.
        if (type === 'freeze' || type === 'pagehide') isFrozen = true
        else if (type === 'resume' || type === 'pageshow') isFrozen = false
        changed(life())
      }
      // Those of the document do not all bubble, but all pass the window on their way down.
      for (const type of LIFE_EVENTS) addEventListener(type, hear, true)
      return () => {
        for (const type of LIFE_EVENTS) removeEventListener(type, hear, true)
      }
    },
  }
}

function openChannel(name: string): TabChannel | null {
  try {
    const channel = new BroadcastChannel(name)
    return {
      post: (message) => channel.postMessage(message),
      onMessage(hear) {
        channel.onmessage = ({ data }) => hear(data)
      },
      close: () => channel.close(),
    }
  } catch {
    return null
  }
}
