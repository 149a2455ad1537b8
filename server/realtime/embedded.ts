/** The Pusher server inside our own process: sockets, HTTP API and bus put together behind one broadcaster. */
import { randomInt } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { GAP_SPREAD_MS } from '#shared/contract/limits.ts'
import { answerFrame } from './answer-frame.ts'
import { type Broadcaster, wireChannel } from './broadcaster.ts'
import type { Bus, BusMessage, Counts } from './bus.ts'
import { closeAll } from './close-all.ts'
import { Connection, type ConnectionOwner } from './connection.ts'
import { httpApi } from './http-api.ts'
import { type Delivery, Hub } from './hub.ts'
import { measureSockets } from './metrics.ts'
import { connectionEstablished } from './protocol.ts'
import type { RealtimeServer } from './realtime-server.ts'
import { DEFAULT_LIMITS, type EmbeddedSettings, type PublicConfig } from './settings.ts'
import { signChannel, signUser } from './signature.ts'
import { createUpgrade } from './upgrade.ts'

export interface EmbeddedDeps {
  log: FastifyBaseLogger
  bus: Bus
  publicConfig: PublicConfig
  metrics?: Registry
}

/** Rejects when the bus cannot be joined. */
export async function embeddedServer(
  settings: EmbeddedSettings,
  deps: EmbeddedDeps,
): Promise<RealtimeServer> {
  const { log, bus, publicConfig } = deps
  const limits = { ...DEFAULT_LIMITS, ...settings.limits }
  const hub = new Hub()
  const network = spread(hub, bus, log)
  const stats = { framesOut: 0, slowConsumers: 0 }
  const context = { app: settings, limits, hub, deliver: network.deliver, nowMs: () => Date.now() }
  const owner: ConnectionOwner = {
    limits,
    stats,
    onFrame: (connection, frame) => answerFrame(context, connection, frame),
    onClosed: (connection) => hub.remove(connection),
  }
  const nextSocketId = socketIds()
  let isClosing = false
  let isClosingGap = false
  const sweep = setInterval(() => hub.closeEnded(Date.now()), limits.loginSweepMs)
  sweep.unref()

  function open(ws: WebSocket): void {
    const connection = new Connection(ws, nextSocketId(), owner)
    hub.add(connection)
    connection.send(connectionEstablished(connection.socketId, limits.activityTimeoutMs))
  }

  async function close({ graceMs }: { graceMs: number }): Promise<void> {
    if (isClosing) return
    isClosing = true
    clearInterval(sweep)
    await closeAll(hub.connections, graceMs)
    await bus.leave()
  }

  /** Events are hints, pages are the truth: whoever comes back fetches what it has missed. */
  function closeGap(): void {
    if (isClosing || isClosingGap) return
    isClosingGap = true
    log.warn(
      { sockets: hub.connections.size },
      'Broadcasts may have been missed; sockets are asked to come back.',
    )
    void closeAll(hub.connections, GAP_SPREAD_MS, 'Something may have been missed.').finally(() => {
      isClosingGap = false
    })
  }

  if (deps.metrics) measureSockets(deps.metrics, hub, stats)
  await bus.join({ onMessage: network.receive, counts: (prefix) => hub.counts(prefix), onGap: closeGap })
  const { key } = settings
  return {
    publicConfig,
    broadcaster: network.broadcaster,
    close,
    ...signing(settings),
    async register(app) {
      const upgrade = { key, frameMaxBytes: limits.frameMaxBytes, isClosing: () => isClosing, onSocket: open }
      app.server.on('upgrade', createUpgrade(upgrade))
      await app.register((scope) => httpApi(scope, { ...context, ...network }))
      // Node waits for every socket before its server is closed; whoever closes the app alone must not hang.
      app.addHook('preClose', () => close({ graceMs: 0 }))
    },
  }
}

/** Everything goes to the sockets here first, then to the other nodes. The bus failing is logged: readers refetch. */
function spread(hub: Hub, bus: Bus, log: FastifyBaseLogger) {
  const publish = (message: BusMessage) =>
    bus
      .publish(message)
      .catch((error: unknown) => log.error({ err: error }, 'A broadcast stayed on this node.'))

  async function deliver(delivery: Delivery): Promise<void> {
    hub.deliver(delivery)
    await publish({ kind: 'event', ...delivery })
  }
  async function terminate(user: string): Promise<void> {
    hub.terminate(user)
    await publish({ kind: 'terminate', user })
  }
  async function counts(prefix: string): Promise<Counts> {
    const others = await bus.counts(prefix).catch((error: unknown) => {
      log.error({ err: error }, 'Only the sockets of this node were counted.')
      return []
    })
    return sum([hub.counts(prefix), ...others])
  }
  const broadcaster: Broadcaster = {
    async broadcast(channel, event, payload, options) {
      const encoded = z.safeEncode(event.payload, payload)
      if (!encoded.success) return log.error({ event: event.name }, 'An event does not fit the contract.')
      const data = JSON.stringify(encoded.data)
      await deliver({
        channel: wireChannel(channel, options?.isPublic),
        event: event.name,
        data,
        except: options?.except ?? null,
      })
    },
    terminate,
    occupancy: async (channel) => (await counts(`private-${channel}`))[`private-${channel}`] ?? 0,
  }
  const receive = (message: BusMessage) =>
    message.kind === 'event' ? hub.deliver(message) : hub.terminate(message.user)
  return { deliver, terminate, counts, broadcaster, receive }
}

function signing(app: EmbeddedSettings): Pick<RealtimeServer, 'signChannel' | 'admit' | 'signUser'> {
  return {
    signChannel: (socketId, channel) => signChannel(app, { socketId, channel, channelData: null }),
    admit(socketId, channel, { user, endsAtMs }) {
      const channelData = JSON.stringify({ user_id: user, ends_at_ms: endsAtMs })
      return { auth: signChannel(app, { socketId, channel, channelData }), channel_data: channelData }
    },
    signUser(socketId, userData) {
      const text = JSON.stringify(userData)
      return { auth: signUser(app, socketId, text), user_data: text }
    },
  }
}

/** `node.socket`: the first part tells nodes apart, the second the sockets of one. */
function socketIds(): () => string {
  const node = randomInt(1, 2 ** 47)
  let last = 0
  return () => {
    last += 1
    return `${node}.${last}`
  }
}

function sum(all: readonly Counts[]): Counts {
  const total = new Map<string, number>()
  for (const counts of all)
    for (const [channel, count] of Object.entries(counts))
      total.set(channel, (total.get(channel) ?? 0) + count)
  return Object.fromEntries(total)
}
