/** Hears live when somebody has reviewed this customer or answered a review, while the partition is open. */
import { useEffect } from 'react'
import { connectLive } from '#marketplace/platform/identity-updates.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { customerChannel, reviewUpdated } from '#shared/contract/events.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'

export function useLiveReviews(userId: number, onChange: () => Promise<void>): void {
  const { api, log } = useServices()
  useEffect(() => {
    let isEnded = false
    let realtime: Realtime | null = null
    connectLive(api, log, window.location.origin).then(
      (made) => {
        if (isEnded) return made.realtime.close()
        realtime = made.realtime
        let isFirst = true
        const channel = realtime.join(customerChannel(made.prefix, userId), {
          // The page has just asked; what came while the line was down is asked for again.
          onSubscribed: () => {
            if (!isFirst) void onChange()
            isFirst = false
          },
          onRefused: (reason) => log.warn('Reviews cannot be followed live', reason),
        })
        channel.listen(reviewUpdated, () => void onChange())
      },
      (error: unknown) =>
        log.warn('Reviews cannot be followed live', error instanceof Error ? error.name : undefined),
    )
    return () => {
      isEnded = true
      realtime?.close()
    }
  }, [userId, onChange, api, log])
}
