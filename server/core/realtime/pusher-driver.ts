/** The driver for a Pusher-compatible server outside: soketi, Reverb or Pusher Channels, spoken to over its HTTP API. */
import type { FastifyBaseLogger } from 'fastify'
import Pusher from 'pusher'
import * as z from 'zod/mini'
import { REQUEST_TIMEOUT_MS } from '#shared/contract/limits.ts'
import { type Broadcaster, wireChannels } from './broadcaster.ts'
import type { RealtimeServer } from './realtime-server.ts'
import type { OutsideSettings, PublicConfig } from './settings.ts'
import { signChannel, signUser } from './signature.ts'

const channelInfo = z.object({ subscription_count: z.optional(z.number()) })

export function outsideServer(
  settings: OutsideSettings,
  deps: { log: FastifyBaseLogger; publicConfig: PublicConfig },
): RealtimeServer {
  const sign = (socketId: string, channel: string) =>
    signChannel(settings, { socketId, channel, channelData: null })
  return {
    publicConfig: deps.publicConfig,
    broadcaster: outsideBroadcaster(client(settings), deps.log),
    register: async () => {},
    signChannel: sign,
    // Channel data belongs to presence channels elsewhere; servers differ in whether they sign it on private ones.
    admit: (socketId, channel) => ({ auth: sign(socketId, channel) }),
    signUser(socketId, userData) {
      const text = JSON.stringify(userData)
      return { auth: signUser(settings, socketId, text), user_data: text }
    },
    busState: () => null,
    close: async () => {},
  }
}

function client({ appId, key, secret, host, port, useTLS, cluster }: OutsideSettings): Pusher {
  const base = { appId, key, secret, useTLS: useTLS ?? true, timeout: REQUEST_TIMEOUT_MS }
  return new Pusher(
    host === undefined
      ? { ...base, cluster: cluster ?? 'mt1' }
      : { ...base, host, ...(port === undefined ? {} : { port: String(port) }) },
  )
}

function outsideBroadcaster(pusher: Pusher, log: FastifyBaseLogger): Broadcaster {
  const failed = (what: string) => (error: unknown) => {
    // The library's error carries the signed address, which must not be logged.
    const status = (error as { status?: number }).status ?? null
    log.error({ status }, `The realtime server did not ${what}.`)
  }
  return {
    async broadcast(channels, event, payload, options) {
      const encoded = z.safeEncode(event.payload, payload)
      if (!encoded.success) return log.error({ event: event.name }, 'An event does not fit the contract.')
      const except = options?.except ? { socket_id: options.except } : {}
      await Promise.resolve()
        .then(() =>
          pusher.trigger(wireChannels(channels, options?.isPublic), event.name, encoded.data, except),
        )
        .catch(failed('take a broadcast'))
    },
    async terminate(user) {
      await pusher.terminateUserConnections(user).catch(failed('sign out a user'))
    },
    async occupancy(channel) {
      try {
        const answer = await pusher.get({
          path: `/channels/private-${channel}`,
          params: { info: 'subscription_count' },
        })
        return z.parse(channelInfo, await answer.json()).subscription_count ?? 0
      } catch (error) {
        failed('count a channel')(error)
        return 0
      }
    },
  }
}
