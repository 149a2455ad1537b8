/** Tells a page that its deal has changed, by the public channel of deals (spec: a deal withdrawn while open). */
import { dealsChannel, propertyUpdated } from '#shared/contract/events.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'

export interface WatchDealDeps {
  /** The socket that is shared. */
  readonly connect: () => Promise<{ realtime: Realtime; prefix: string }>
  readonly log: Log
}

/** Calls `changed` also when the line was lost in between. Returns what ends it. */
export type WatchDeal = (id: number, changed: () => void) => () => void

export function createWatchDeal({ connect, log }: WatchDealDeps): WatchDeal {
  return (id, changed) => {
    let isEnded = false
    let isFirst = true
    let leave = () => {}
    const joined = ({ realtime, prefix }: { realtime: Realtime; prefix: string }) => {
      if (isEnded) return
      const channel = realtime.join(
        dealsChannel(prefix),
        {
          onSubscribed() {
            // What the page shows was asked for a moment ago.
            if (!isFirst) changed()
            isFirst = false
          },
          onRefused: (reason) => log.warn('The deal cannot be followed live', reason),
        },
        { isPublic: true },
      )
      channel.listen(propertyUpdated, (payload) => {
        if (!isEnded && payload.id === id) changed()
      })
      leave = () => channel.leave()
    }
    connect().then(joined, (error: unknown) =>
      log.warn('The deal cannot be followed live', error instanceof Error ? error.name : undefined),
    )
    return () => {
      isEnded = true
      leave()
    }
  }
}
