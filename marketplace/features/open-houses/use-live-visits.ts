/** Hears live when a place came free or an open house was called off. Opens its socket only for who has something to wait for. */
import { useEffect } from 'react'
import { connectLive } from '#marketplace/platform/identity-updates.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { customerChannel, openHouseUpdated } from '#shared/contract/events.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'

/** `userId` null listens to nothing. */
export function useLiveVisits(userId: number | null, onChange: () => Promise<void>): void {
  const { api, log } = useServices()
  useEffect(() => {
    if (userId === null) return
    let isEnded = false
    let realtime: Realtime | null = null
    connectLive(api, log, window.location.origin).then(
      (made) => {
        if (isEnded) return made.realtime.close()
        realtime = made.realtime
        const channel = realtime.join(customerChannel(made.prefix, userId), {
          onSubscribed: () => void onChange(),
          onRefused: (reason) => log.warn('Open houses cannot be followed live', reason),
        })
        channel.listen(openHouseUpdated, () => void onChange())
      },
      (error: unknown) =>
        log.warn('Open houses cannot be followed live', error instanceof Error ? error.name : undefined),
    )
    return () => {
      isEnded = true
      realtime?.close()
    }
  }, [userId, onChange, api, log])
}
