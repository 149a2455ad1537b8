/** The door of the server: composition with the realtime driver of the settings. */
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { type ComposeSettings, composeServer, type PlatServer } from './compose-server.ts'
import { createRealtime } from './core/realtime/create-realtime.ts'
import { serveBroadcasting } from './core/realtime/routes.ts'
import type { RealtimeSettings } from './core/realtime/settings.ts'

export interface ServerSettings extends Omit<ComposeSettings, 'prefix' | 'redis'> {
  realtime: RealtimeSettings
  /** Carries broadcasts between nodes and counts rate limits for all of them. Without it the node is alone. */
  redisUrl?: string
}

/** Does not listen yet: call `listen`. Rejects when the settings cannot work. */
export function createServer(settings: ServerSettings): Promise<PlatServer> {
  const { redisUrl: url } = settings
  const prefix = settings.realtime.prefix ?? CHANNEL_PREFIX
  const redis = url === undefined ? {} : { redis: { url, namespace: settings.realtime.appId } }
  return composeServer({ ...settings, ...redis, prefix }, async (deps) => {
    const realtime = await createRealtime(settings.realtime, { ...deps, redisUrl: url })
    return {
      broadcaster: realtime.broadcaster,
      busState: () => realtime.busState(),
      close: (options) => realtime.close(options),
      async register(app, site) {
        await realtime.register(app)
        serveBroadcasting(app, realtime, site)
      },
    }
  })
}
