/** The door of the server: composition with the realtime driver of the settings. */
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { type ComposeSettings, composeServer, type PlatServer } from './compose-server.ts'
import { createRealtime } from './core/realtime/create-realtime.ts'
import { serveBroadcasting } from './core/realtime/routes.ts'
import type { RealtimeSettings } from './core/realtime/settings.ts'

export interface ServerSettings extends Omit<ComposeSettings, 'prefix'> {
  realtime: RealtimeSettings
}

/** Does not listen yet: call `listen`. Rejects when the settings cannot work. */
export function createServer(settings: ServerSettings): Promise<PlatServer> {
  const prefix = settings.realtime.prefix ?? CHANNEL_PREFIX
  return composeServer({ ...settings, prefix }, async (deps) => {
    const realtime = await createRealtime(settings.realtime, deps)
    return {
      broadcaster: realtime.broadcaster,
      busState: () => realtime.busState(),
      close: (options) => realtime.close(options),
      async register(app) {
        await realtime.register(app)
        serveBroadcasting(app, realtime)
      },
    }
  })
}
