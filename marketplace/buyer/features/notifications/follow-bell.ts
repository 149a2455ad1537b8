/** Follows the bell live, and shows a toast for news about the current page. */
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { toast } from '#marketplace/buyer/ui/toast.ts'
import { notificationsUpdated, sessionChannel } from '#shared/contract/events.ts'
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
  { api, log, live }: Pick<Services, 'api' | 'log' | 'live'>,
  { model, userId, path, navigate }: Following,
): () => void {
  void model.count()
  void keepDevice({ api, log }, userId, window)
  return live.follow({
    what: 'Notifications',
    channel: (prefix) => sessionChannel(prefix, userId),
    // Events from before, or from while the connection was lost, were missed.
    onSubscribed: model.refresh,
    listen: (channel) =>
      channel.listen(notificationsUpdated, ({ unread_count, latest }) => {
        model.heard(unread_count)
        if (!latest || !isRelevant(latest, path())) return
        const isHere = path() === latest.url
        toast(latest.title, {
          durationMs: SHOWN_MS,
          ...(isHere ? {} : { action: { label: 'Open', run: () => navigate(latest.url) } }),
        })
      }),
  })
}
