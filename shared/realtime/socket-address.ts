/** Where the socket of a `realtime-config` is. Without a host and a cluster it is where the API is. */
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'

const HTTP_PORT = 80
const HTTPS_PORT = 443

export function socketAddress(config: RealtimeConfig, site: URL) {
  const isPusherCluster = config.wsHost === undefined && config.cluster !== undefined
  const isSite = config.wsHost === undefined && config.cluster === undefined
  const sitePort = isSite && site.port !== '' ? Number(site.port) : undefined
  return {
    ...(isPusherCluster ? {} : { wsHost: config.wsHost ?? site.hostname }),
    wsPort: config.wsPort ?? sitePort ?? HTTP_PORT,
    wssPort: config.wssPort ?? sitePort ?? HTTPS_PORT,
    forceTLS: config.forceTLS ?? (isPusherCluster || site.protocol === 'https:'),
  }
}
