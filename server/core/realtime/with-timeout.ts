/** Waiting for live events without letting them hold up an answer. */
import { setTimeout as pause } from 'node:timers/promises'
import { BROADCAST_PATIENCE_MS } from '#shared/contract/realtime-limits.ts'

/**
 * Waits for broadcasts, so that campaigns do not run ahead of the realtime server, but not for one that hangs:
 * what was written is written, and a client that hears of it too late would send again.
 */
export async function withTimeout(broadcasts: Promise<void>[]): Promise<void> {
  const settled = new AbortController()
  const late = pause(BROADCAST_PATIENCE_MS, undefined, { signal: settled.signal }).catch(() => {})
  await Promise.race([Promise.all(broadcasts), late])
  settled.abort()
}
