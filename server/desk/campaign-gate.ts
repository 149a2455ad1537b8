/** Keeps an account from flooding its buyers: few campaigns a minute, and none while one is still going out. Per process. */
import type { ServerLimits } from '#server/config/limits.ts'
import { conflict } from '#server/http/refusal.ts'
import { createThrottle, MINUTE_MS } from '#server/http/throttle.ts'

/** Runs `send`. Rejects with 409 while one of this account runs, e.g. when a client that timed out repeats it; then with 429. */
export type CampaignGate = (accountId: number, send: () => Promise<number>) => Promise<number>

export function createCampaignGate(limits: ServerLimits): CampaignGate {
  const running = new Set<number>()
  const throttle = createThrottle(limits.campaignsPerMinute, MINUTE_MS)
  return async (accountId, send) => {
    if (running.has(accountId)) throw conflict('An earlier blast or digest is still going out.')
    throttle.take(String(accountId))
    running.add(accountId)
    try {
      return await send()
    } finally {
      running.delete(accountId)
    }
  }
}
