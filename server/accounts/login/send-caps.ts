/** How many mails and texts one address may be sent, and one IP address may cause, in an hour; known addresses count like unknown ones. */
import type { FastifyInstance } from 'fastify'
import type { ServerLimits } from '#server/core/config/limits.ts'
import { networkOf } from '#server/core/http/network.ts'
import { CODES_PER_HOUR } from '#shared/contract/limits.ts'

export interface SendCaps {
  /** Rejects with 429 and Retry-After. Without an address only the IP address is counted, e.g. for codes, which count their own. */
  take(ip: string, address?: string): Promise<void>
}

const HOUR_MS = 3_600_000

/** `area` names what sends: each area is counted for itself. */
export function createSendCaps(
  app: FastifyInstance,
  area: string,
  limits: Pick<ServerLimits, 'sendsPerIpPerHour'>,
): SendCaps {
  const perIp = app.createThrottle(`${area}-sends-by-network`, limits.sendsPerIpPerHour, HOUR_MS)
  const perAddress = app.createThrottle(`${area}-sends-to-address`, CODES_PER_HOUR, HOUR_MS)
  return {
    async take(ip, address) {
      await perIp.take(networkOf(ip))
      if (address !== undefined) await perAddress.take(address.trim().toLowerCase())
    },
  }
}
