/** Tells a page that its deal has changed, by the public channel of deals (spec: a deal withdrawn while open). */
import { dealsChannel, propertyUpdated } from '#shared/contract/events.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'

export interface WatchDealDeps {
  /** The socket that is shared. */
  readonly connect: () => Promise<{ realtime: Realtime; prefix: string }>
  readonly log: Log
}

/** Calls `changed` also when the line is there, the first time and after it was lost. Returns what ends it. */
export type WatchDeal = (id: number, changed: () => void) => () => void

export function createWatchDeal({ connect, log }: WatchDealDeps): WatchDeal {
  return (id, changed) => {
    let isEnded = false
    let leave = () => {}
    const joined = ({ realtime, prefix }: { realtime: Realtime; prefix: string }) => {
      if (isEnded) return
      const channel = realtime.join(
        dealsChannel(prefix),
        {
          // Between what was loaded and this moment it may have been sold, and nobody would say so again.
          onSubscribed: () => !isEnded && changed(),
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
