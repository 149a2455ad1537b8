/** From `realtime-config` to the options of pusher-js: where the socket is, and the time-outs of spec section 9. */
import type { ChannelAuthorizationHandler, Options } from 'pusher-js'
import { ACTIVITY_TIMEOUT_MS, PONG_TIMEOUT_MS, UNAVAILABLE_TIMEOUT_MS } from '#shared/contract/limits.ts'
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'

const HTTP_PORT = 80
const HTTPS_PORT = 443

/** Without a host and a cluster the socket is where the API is. Throws when `siteOrigin` is not an address. */
export function pusherOptions(
  config: RealtimeConfig,
  siteOrigin: string,
  authorise: ChannelAuthorizationHandler,
): Options {
  const address = addressOf(config, new URL(siteOrigin))
  return {
    ...address,
    cluster: config.cluster ?? '',
    wsPath: config.wsPath ?? '',
    // Without this pusher-js falls back to script tags and third-party hosts. From a plain page it also tries TLS,
    // which is of use only where a TLS port was named.
    enabledTransports: address.forceTLS || config.wssPort !== undefined ? ['ws', 'wss'] : ['ws'],
    enableStats: false,
    activityTimeout: config.activityTimeout ?? ACTIVITY_TIMEOUT_MS,
    pongTimeout: config.pongTimeout ?? PONG_TIMEOUT_MS,
    unavailableTimeout: config.unavailableTimeout ?? UNAVAILABLE_TIMEOUT_MS,
    channelAuthorization: { customHandler: authorise },
  }
}

function addressOf(config: RealtimeConfig, site: URL) {
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
