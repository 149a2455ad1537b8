/** Opens the realtime room with the driver the settings name. */
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { type Bus, noBus } from './bus.ts'
import { embeddedServer } from './embedded.ts'
import { outsideServer } from './pusher-driver.ts'
import type { RealtimeServer } from './realtime-server.ts'
import { redisBus } from './redis-bus.ts'
import type { EmbeddedSettings, OutsideSettings, PublicConfig, RealtimeSettings } from './settings.ts'

export interface RealtimeDeps {
  log: FastifyBaseLogger
  metrics?: Registry
  /** The database's clock. */
  nowMs?: () => number
  /** Trust X-Forwarded-For of the one proxy in front. */
  trustProxy?: boolean
  /** False where the console alone is served. */
  isOnSite?: (request: IncomingMessage) => boolean
  /** Redis that carries broadcasts between nodes; without it the node is alone. */
  redisUrl?: string | undefined
  /** A bus of the caller's instead of the one the settings name. */
  bus?: Bus
}

export async function createRealtime(
  settings: RealtimeSettings,
  deps: RealtimeDeps,
): Promise<RealtimeServer> {
  const publicConfig = publicConfigOf(settings)
  if (settings.driver === 'pusher') return outsideServer(settings, { log: deps.log, publicConfig })
  const bus = deps.bus ?? busFor(settings, deps)
  return embeddedServer(settings, { ...deps, bus, publicConfig })
}

const busFor = ({ appId, limits }: EmbeddedSettings, { redisUrl, log }: RealtimeDeps): Bus =>
  redisUrl === undefined ? noBus : redisBus({ url: redisUrl, appId, log, beatMs: limits?.busBeatMs })

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
