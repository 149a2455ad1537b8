/** Tells a page that its deal has changed, by the public channel of deals (spec: a deal withdrawn while open). */

import type { Live } from '#marketplace/kit/live.ts'
import { dealsChannel, propertyUpdated } from '#shared/contract/events.ts'

/** Calls `changed` also after each connection, the first and later ones. Returns a function that ends it. */
export type WatchDeal = (id: number, changed: () => void) => () => void

export const createWatchDeal =
  (live: Live): WatchDeal =>
  (id, changed) =>
    live.follow({
      what: 'The deal',
      channel: dealsChannel,
      isPublic: true,
      // Between the load and this moment it may have been sold, and no further event would say so.
      onSubscribed: changed,
      listen: (channel) =>
        channel.listen(propertyUpdated, (payload) => {
          if (payload.id === id) changed()
        }),
    })
