/** How many mails and texts one address may be sent, and one IP address may cause, in an hour; known addresses count like unknown ones. */
import type { ServerLimits } from '#server/core/config/limits.ts'
import { networkOf } from '#server/core/http/network.ts'
import { createThrottle } from '#server/core/http/throttle.ts'
import { CODES_PER_HOUR } from '#shared/contract/limits.ts'

export interface SendCaps {
  /** Throws 429 with Retry-After. Without an address only the IP address is counted, e.g. for codes, which count their own. */
  take(ip: string, address?: string): void
}

const HOUR_MS = 3_600_000

/** One per room: each room's sends are counted for themselves. */
export function createSendCaps(limits: Pick<ServerLimits, 'sendsPerIpPerHour'>): SendCaps {
  const perIp = createThrottle(limits.sendsPerIpPerHour, HOUR_MS)
  const perAddress = createThrottle(CODES_PER_HOUR, HOUR_MS)
  return {
    take(ip, address) {
      perIp.take(networkOf(ip))
      if (address !== undefined) perAddress.take(address.trim().toLowerCase())
    },
  }
}
