/**
 * The socket of one widget or page: laravel-echo over pusher-js, behind the interface in `realtime.ts`. Keeps nothing on
 * the page and nothing in the module, so two on one page never meet. Import it with `import()`: it is a chunk of its own.
 */
import Echo from 'laravel-echo'
import type { ChannelAuthorizationHandler, ConnectionManager, Options } from 'pusher-js'
import { ACTIVITY_TIMEOUT_MS, PONG_TIMEOUT_MS, UNAVAILABLE_TIMEOUT_MS } from '#shared/contract/limits.ts'
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'
import { SUBSCRIBE_TIMEOUT_MS } from '#shared/contract/realtime-limits.ts'
import { type Clock, systemClock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { type Authorise, createAuthoriser } from './authoriser.ts'
import { type ConnectionWatch, watchConnection } from './connection-state.ts'
import { createHeartbeat } from './heartbeat.ts'
import { type JoinedChannel, joinChannel } from './joined-channel.ts'
import { browserNetwork, isPageHidden, type NetworkEvents, watchWaking } from './network.ts'
import { openPusher } from './pusher-class.ts'
import type { LiveSocket, RealtimeHandlers, RealtimeState } from './realtime.ts'
import { socketAddress } from './socket-address.ts'

export interface ConnectSettings {
  config: RealtimeConfig
  /** Origin of the API, e.g. `https://host`. */
  siteOrigin: string
  /** Asks for the signature of one private channel; `channel` has its `private-`. */
  authorise: Authorise
  handlers: RealtimeHandlers
  log: Log
  clock?: Clock
  /** The target of `offline`, `online` and visibility events; the browser's own by default. */
  network?: NetworkEvents | null
  subscribeTimeoutMs?: number
}

const UNAUTHORISED = 4009

/** Starts connecting at once. Throws when `siteOrigin` is not an address. */
export function connectRealtime(settings: ConnectSettings): LiveSocket {
  const { config, log, clock = systemClock } = settings
  const channels = new Map<string, JoinedChannel>()
  const authoriser = createAuthoriser({
    authorise: settings.authorise,
    isCurrent: (socketId, channel) => socketId === currentSocketId() && channels.has(plainName(channel)),
    onFailure: (channel, reason) => channels.get(plainName(channel))?.failed(reason),
  })
  const { pusher, release } = openPusher(config.key, pusherOptions(config, settings.siteOrigin, authoriser))
  const echo = createEcho(config.key, pusher)
  const network = settings.network === undefined ? browserNetwork : settings.network
  const heartbeat = createHeartbeat({
    clock,
    isVisible: () => !isPageHidden(),
    ping: () => pusher.send_event('pusher:ping', {}),
    onSilence: () => watch.replace(),
  })
  const watch: ConnectionWatch = watchConnection(pusher.connection, {
    clock,
    network,
    unavailableTimeoutMs: config.unavailableTimeout ?? UNAVAILABLE_TIMEOUT_MS,
    onState,
  })
  const currentSocketId = () => (watch.state() === 'connected' ? pusher.connection.socket_id : null)

  pusher.connection.bind('message', heartbeat.heard)
  const unwatchWaking = watchWaking(network, heartbeat.check)

  function onState(state: RealtimeState): void {
    if (state === 'connected') heartbeat.start()
    for (const channel of [...channels.values()])
      if (state === 'connected') channel.connected()
      else channel.disconnected()
    settings.handlers.onState(state)
  }
  // Reverb answers a bad signature with an error that names no channel: whoever waits for an answer has it now.
  const unbindErrors = onErrorCode(pusher.connection, (code) => {
    if (code === UNAUTHORISED) for (const channel of [...channels.values()]) channel.failed('forbidden')
  })
  const open = (name: string, isPublic: boolean) => {
    const channel = joinChannel(name, {
      isPublic,
      echo,
      pusher,
      clock,
      log,
      subscribeTimeoutMs: settings.subscribeTimeoutMs ?? SUBSCRIBE_TIMEOUT_MS,
      isConnected: () => watch.state() === 'connected',
      onEmpty: () => channels.delete(name),
    })
    channels.set(name, channel)
    return channel
  }

  return {
    socketId: currentSocketId,
    join: (name, handlers, kind) =>
      (channels.get(name) ?? open(name, kind?.isPublic ?? false)).join(handlers),
    check: heartbeat.check,
    close() {
      watch.stop()
      heartbeat.stop()
      unwatchWaking()
      unbindErrors()
      // First the socket, so that no channel says goodbye over one that is closing.
      release()
      for (const channel of channels.values()) channel.dispose()
      channels.clear()
    },
  }
}

/** Told not to look for axios, jQuery or Turbo on the page, and given header objects of its own: Echo writes into shared ones. */
const createEcho = (key: string, pusher: object) =>
  new Echo<'pusher'>({
    broadcaster: 'pusher',
    key,
    client: pusher,
    withoutInterceptors: true,
    auth: { headers: {} },
    userAuthentication: { endpoint: '', transport: 'ajax', headers: {} },
    cluster: '',
  })

const plainName = (channel: string) => channel.replace(/^private-/, '')

/** pusher-js wraps the code differently for an error frame and for a close code. */
function onErrorCode(connection: ConnectionManager, told: (code: unknown) => void): () => void {
  const hear = (error: { data?: { code?: unknown }; error?: { data?: { code?: unknown } } }) =>
    told(error.error?.data?.code ?? error.data?.code)
  connection.bind('error', hear)
  return () => connection.unbind('error', hear)
}

/** From `realtime-config` to the options of pusher-js: where the socket is, and the time-outs of spec section 9. Throws when `siteOrigin` is not an address. */
export function pusherOptions(
  config: RealtimeConfig,
  siteOrigin: string,
  authorise: ChannelAuthorizationHandler,
): Options {
  const address = socketAddress(config, new URL(siteOrigin))
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
