/** Follows the bell live on a socket of its own, and says what concerns the page one is on. */
import { connectLive } from '#marketplace/platform/identity-updates.ts'
import type { Services } from '#marketplace/platform/services.ts'
import { toast } from '#marketplace/ui/toast.ts'
import { customerChannel, notificationsUpdated } from '#shared/contract/events.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'
import type { BellModel } from './bell-model.ts'
import { isRelevant } from './is-relevant.ts'
import { keepDevice } from './keep-device.ts'

export interface Following {
  model: BellModel
  userId: number
  path: () => string
  navigate: (path: string) => void
}

/** Long enough to be read by who looks elsewhere (NOT-09). */
const SHOWN_MS = 6000

/** Returns what ends it. */
export function followBell(
  { api, log }: Pick<Services, 'api' | 'log'>,
  { model, userId, path, navigate }: Following,
): () => void {
  let isEnded = false
  let realtime: Realtime | null = null
  const warn = (detail: unknown) => log.warn('Notifications cannot be followed live', detail)
  void model.count()
  void keepDevice({ api, log }, userId, window)
  connectLive(api, log, window.location.origin).then(
    (made) => {
      if (isEnded) return made.realtime.close()
      realtime = made.realtime
      const channel = realtime.join(customerChannel(made.prefix, userId), {
        // What came before, or while the line was down, was not heard.
        onSubscribed: () => void model.count(),
        onRefused: warn,
      })
      channel.listen(notificationsUpdated, ({ unread_count, latest }) => {
        model.heard(unread_count)
        if (!latest || !isRelevant(latest, path())) return
        const isHere = path() === latest.url
        toast(latest.title, {
          durationMs: SHOWN_MS,
          ...(isHere ? {} : { action: { label: 'Open', run: () => navigate(latest.url) } }),
        })
      })
    },
    (error: unknown) => warn(error instanceof Error ? error.name : undefined),
  )
  return () => {
    isEnded = true
    realtime?.close()
  }
}
