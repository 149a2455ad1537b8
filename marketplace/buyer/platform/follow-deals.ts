/**
 * Brings the deals up to date when there is reason to: the window is looked at again, the connection is back, or the public
 * channel says that one has changed. Changes that come together are asked for together.
 */

import type { Live } from '#marketplace/kit/live.ts'
import { dealsChannel, propertyUpdated } from '#shared/contract/events.ts'
import { DEALS_CHANGE_PAUSE_MS, DEALS_REFRESH_GAP_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { DealsStore } from './deals-store.ts'

export interface FollowDealsDeps {
  readonly deals: Pick<DealsStore, 'refresh'>
  readonly clock: Clock
  readonly live: Live
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  /** From 0 to 1, so that not every browser asks in the same moment. */
  readonly random: () => number
}

/** Returns what ends it. */
export function followDeals(deps: FollowDealsDeps): () => void {
  const { deals, clock, window, document } = deps
  let askedMs = clock.now()
  let stopWaiting: (() => void) | null = null
  let isStale = false
  const isLookedAt = () => document.visibilityState !== 'hidden'

  const ask = () => {
    stopWaiting?.()
    stopWaiting = null
    isStale = false
    askedMs = clock.now()
    void deals.refresh()
  }
  const looked = () => {
    if (isLookedAt() && (isStale || clock.now() - askedMs > DEALS_REFRESH_GAP_MS)) ask()
  }
  const changed = () => {
    // Whoever looks elsewhere is brought up to date on coming back.
    if (!isLookedAt()) isStale = true
    else stopWaiting ??= clock.after(DEALS_CHANGE_PAUSE_MS * (1 + deps.random()), ask)
  }

  window.addEventListener('focus', looked)
  window.addEventListener('online', ask)
  document.addEventListener('visibilitychange', looked)
  const leave = deps.live.follow({
    what: 'Deals',
    channel: dealsChannel,
    isPublic: true,
    // Something may have changed between the load and now.
    onSubscribed: changed,
    listen: (channel) => channel.listen(propertyUpdated, changed),
  })
  return () => {
    stopWaiting?.()
    leave()
    window.removeEventListener('focus', looked)
    window.removeEventListener('online', ask)
    document.removeEventListener('visibilitychange', looked)
  }
}
