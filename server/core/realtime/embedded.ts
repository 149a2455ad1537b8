/** The Pusher server inside our own process: sockets, HTTP API and bus put together behind one broadcaster. */
import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import { AddressLimits } from './address-limits.ts'
import { answerFrame } from './answer-frame.ts'
import type { Bus } from './bus.ts'
import { closeAll, createGapCloser } from './close-all.ts'
import { Connection, type ConnectionOwner } from './connection.ts'
import { createFanOut } from './fan-out.ts'
import { httpApi } from './http-api.ts'
import { Hub } from './hub.ts'
import { measureBus, measureSockets } from './metrics.ts'
import { CODE, connectionEstablished } from './protocol.ts'
import type { RealtimeServer } from './realtime-server.ts'
import { DEFAULT_LIMITS, type EmbeddedSettings, type PublicConfig, type RealtimeLimits } from './settings.ts'
import { signChannel, signUser } from './signature.ts'
import { noStats, type RefusalReason, type SocketStats } from './socket-stats.ts'
import { createUpgrade, type Fault } from './upgrade.ts'

export interface EmbeddedDeps {
  log: FastifyBaseLogger
  bus: Bus
  publicConfig: PublicConfig
  metrics?: Registry
  /** The database's clock: when a login expires. */
  nowMs?: () => number
  /** Trust X-Forwarded-For of the one proxy in front. */
  trustProxy?: boolean
  /** False where the console alone is served. */
  isOnSite?: (request: IncomingMessage) => boolean
}

const TOO_MANY = 'Too many sockets from this address.'

export async function embeddedServer(
  settings: EmbeddedSettings,
  deps: EmbeddedDeps,
): Promise<RealtimeServer> {
  const { log, bus, publicConfig, nowMs = Date.now } = deps
  const limits = { ...DEFAULT_LIMITS, ...settings.limits }
  const hub = new Hub()
  const network = createFanOut(hub, bus, log)
  const gap = createGapCloser(hub, log)
  const safe = guard(log)
  const stats = noStats()
  const admission = createAdmission({ limits, stats, nowMs })
  const context = { app: settings, limits, hub, deliver: network.deliver, prove: admission.prove, nowMs }
  const owner: ConnectionOwner = {
    limits,
    stats,
    nowMs,
    onRefused: admission.onRefused,
    onFrame: safe('A frame', (connection, frame) => answerFrame(context, connection, frame)),
    onClosed: safe('A closed socket', (connection) => {
      hub.remove(connection)
      admission.leave(connection)
    }),
  }
  const nextSocketId = socketIds()
  let isClosing = false
  const sweep = setInterval(
    safe('Closing ended logins', () => {
      hub.closeEnded(nowMs())
      admission.sweep()
    }),
    limits.loginSweepMs,
  )
  sweep.unref()

  function open(ws: WebSocket, address: string): Fault | null {
    if (!admission.enter(address)) return { code: CODE.overCapacity, message: TOO_MANY }
    const connection = new Connection(ws, { socketId: nextSocketId(), address }, owner)
    hub.add(connection)
    connection.send(connectionEstablished(connection.socketId, limits.activityTimeoutMs))
    return null
  }

  async function close({ graceMs }: { graceMs: number }): Promise<void> {
    if (isClosing) return
    isClosing = true
    clearInterval(sweep)
    await closeAll(hub.connections, graceMs)
    await bus.leave()
  }

  if (deps.metrics) {
    measureSockets(deps.metrics, hub, stats)
    measureBus(deps.metrics, bus, gap)
  }
  await bus.join({
    onMessage: safe('A message of another node', network.receive),
    counts: (prefix) => hub.counts(prefix),
    onGap: safe('Asking sockets to reconnect', () => {
      if (!isClosing) gap.close()
    }),
  })
  const { key } = settings
  return {
    publicConfig,
    broadcaster: network.broadcaster,
    busState() {
      const stats = bus.stats()
      return stats && (stats.isConnected ? 'ok' : 'unreachable')
    },
    close,
    ...signing(settings),
    async register(app) {
      const answerUpgrade = createUpgrade({
        key,
        frameMaxBytes: limits.frameMaxBytes,
        allowedOrigins: settings.allowedOrigins,
        isProxyTrusted: deps.trustProxy ?? false,
        isOnSite: deps.isOnSite ?? (() => true),
        isClosing: () => isClosing,
        mayOpen: admission.mayOpen,
        onSocket: open,
        onForeignOrigin: () => {
          stats.refused.origin += 1
        },
      })
      app.server.on('upgrade', (request, socket, head) => {
        // An unanswered socket is not kept, whatever the answer would have been.
        safe('An upgrade', answerUpgrade, () => socket.destroy())(request, socket, head)
      })
      await app.register((scope) => httpApi(scope, { ...context, ...network }))
      // Node waits for every socket before its server is closed; whoever closes the app alone must not hang.
      app.addHook('preClose', () => close({ graceMs: 0 }))
    },
  }
}

interface AdmissionDeps {
  limits: RealtimeLimits
  stats: SocketStats
  nowMs: () => number
}

/** How many sockets an address may have, and what was refused. */
function createAdmission({ limits, stats, nowMs }: AdmissionDeps) {
  const addresses = new AddressLimits(limits)
  return {
    mayOpen(address: string): boolean {
      const isAllowed = addresses.mayOpen(address, nowMs())
      if (!isAllowed) stats.refused.openings += 1
      return isAllowed
    },
    enter(address: string): boolean {
      const isAllowed = addresses.enter(address, nowMs())
      if (!isAllowed) stats.refused.address += 1
      return isAllowed
    },
    prove(connection: Connection): void {
      if (connection.isProven) return
      connection.proven()
      if (!addresses.prove(connection.address, nowMs())) connection.refuse('address', TOO_MANY)
    },
    onRefused({ address }: Connection, reason: RefusalReason): void {
      stats.refused[reason] += 1
      addresses.penalize(address, nowMs())
    },
    leave: (connection: Connection) => addresses.leave(connection.address, connection.isProven),
    sweep: () => addresses.sweep(nowMs()),
  }
}

/**
 * For listeners and timers, where nobody catches: a throw there would end the process and all its sockets. `onThrow` undoes what
 * was started.
 */
const guard =
  (log: FastifyBaseLogger) =>
  <A extends unknown[]>(what: string, run: (...given: A) => void, onThrow = () => {}) =>
  (...given: A): void => {
    try {
      run(...given)
    } catch (error) {
      log.error({ err: error }, `${what} was not handled.`)
      onThrow()
    }
  }

function signing(app: EmbeddedSettings): Pick<RealtimeServer, 'signChannel' | 'admit' | 'signUser'> {
  return {
    signChannel: (socketId, channel) => signChannel(app, { socketId, channel, channelData: null }),
    admit(socketId, channel, { user, endsAtMs, unheard }) {
      const channelData = JSON.stringify({ user_id: user, ends_at_ms: endsAtMs, unheard })
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
