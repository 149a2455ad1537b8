/** When something that could not be handed over is tried again, and when it is given up. */
import {
  DELIVERY_GIVE_UP_MS,
  DELIVERY_RETRY_MAX_MS,
  DELIVERY_RETRY_MS,
} from '#shared/contract/notification-limits.ts'

/** Null: never. `tries` is how often it was tried, from 1. */
export function nextTryMs(tries: number, at: { nowMs: number; queuedMs: number }): number | null {
  if (at.nowMs - at.queuedMs >= DELIVERY_GIVE_UP_MS) return null
  return at.nowMs + Math.min(DELIVERY_RETRY_MS * 2 ** (tries - 1), DELIVERY_RETRY_MAX_MS)
}
