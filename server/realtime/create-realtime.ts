/** Opens the realtime room with the driver the settings name. */
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { type Bus, noBus } from './bus.ts'
import { embeddedServer } from './embedded.ts'
import { outsideServer } from './pusher-driver.ts'
import type { RealtimeServer } from './realtime-server.ts'
import { redisBus } from './redis-bus.ts'
import type { OutsideSettings, PublicConfig, RealtimeSettings } from './settings.ts'

export interface RealtimeDeps {
  log: FastifyBaseLogger
  metrics?: Registry
  /** A bus of the caller's instead of the one the settings name. */
  bus?: Bus
}

/** Rejects when Redis is named and cannot be reached. */
export async function createRealtime(
  settings: RealtimeSettings,
  deps: RealtimeDeps,
): Promise<RealtimeServer> {
  const publicConfig = publicConfigOf(settings)
  if (settings.driver === 'pusher') return outsideServer(settings, { log: deps.log, publicConfig })
  const bus = deps.bus ?? busFor(settings.redisUrl, settings.appId, deps.log)
  return embeddedServer(settings, { ...deps, bus, publicConfig })
}

const busFor = (url: string | undefined, appId: string, log: FastifyBaseLogger): Bus =>
  url === undefined ? noBus : redisBus({ url, appId, log })

/** Embedded sockets are on the API's own host, which the page knows; an outside server's address must be told. */
function publicConfigOf(settings: RealtimeSettings): PublicConfig {
  const { key, prefix = CHANNEL_PREFIX } = settings
  return settings.driver === 'embedded' ? { key, prefix } : { ...outsideAddress(settings), key, prefix }
}

function outsideAddress({ host, port, useTLS = true, cluster, client }: OutsideSettings) {
  const own = {
    ...(host === undefined ? { cluster: cluster ?? 'mt1' } : { wsHost: host }),
    ...(port === undefined ? {} : { wsPort: port, wssPort: port }),
    forceTLS: useTLS,
  }
  return client ? { ...own, ...client } : own
}
