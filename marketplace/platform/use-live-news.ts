/** Hears one kind of news on a customer's channel while a page is open, on a socket of its own. A hint: the page asks what it is now. */
import { useEffect } from 'react'
import { customerChannel, type RealtimeEvent } from '#shared/contract/events.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'
import { connectLive } from './identity-updates.ts'
import { useServices } from './services-context.tsx'

export interface LiveNews {
  /** Null listens to nothing. */
  userId: number | null
  event: RealtimeEvent
  /** Stands in the log, e.g. `Reviews`. */
  what: string
  /** Also called after each subscription: what came before it, or while the line was down, was not heard. */
  onChange: () => Promise<void>
}

export function useLiveNews({ userId, event, what, onChange }: LiveNews): void {
  const { api, log } = useServices()
  useEffect(() => {
    if (userId === null) return
    let isEnded = false
    let realtime: Realtime | null = null
    const warn = (detail: unknown) => log.warn(`${what} cannot be followed live`, detail)
    connectLive(api, log, window.location.origin).then(
      (made) => {
        if (isEnded) return made.realtime.close()
        realtime = made.realtime
        const channel = realtime.join(customerChannel(made.prefix, userId), {
          onSubscribed: () => void onChange(),
          onRefused: warn,
        })
        channel.listen(event, () => void onChange())
      },
      (error: unknown) => warn(error instanceof Error ? error.name : undefined),
    )
    return () => {
      isEnded = true
      realtime?.close()
    }
  }, [userId, event, what, onChange, api, log])
}
