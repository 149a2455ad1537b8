/** Which tabs share a socket: same backend, same channel (so the same customer), same configuration, same version of what they say. */
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'

/** Grows with every change of `line-message.ts` that former versions would misread. */
const VERSION = 1

/** Every script of the origin can list the names of locks, so nothing secret may be in it. */
export function lineName(apiBase: string, config: RealtimeConfig, channel: string): string {
  const { csrfToken, ...rest } = config
  const { origin, pathname } = new URL(apiBase)
  const how = JSON.stringify({ ...rest, csrf: csrfToken !== undefined })
  return `plat-messenger line ${VERSION} ${channel} ${origin}${pathname.replace(/\/+$/, '')} ${how}`
}
