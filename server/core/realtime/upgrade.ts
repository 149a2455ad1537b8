/**
 * The way in: `GET /app/{key}?protocol=7` with an upgrade. A wrong key or version is told over the opened socket,
 * because a browser shows a page nothing of a refused upgrade, and the code decides whether the client comes back.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { addressOf, networkOf } from '#server/core/http/network.ts'
import { answerOnSocket } from '#server/core/http/problems.ts'
import { notFound, tooMany, unavailable } from '#server/core/http/refusal.ts'
import { SOCKET_FRAGMENTS_MAX, SOCKET_REFUSAL_GOODBYE_MS } from '#shared/contract/realtime-limits.ts'
import { CODE, errorFrame, PROTOCOL_VERSION } from './protocol.ts'

export interface UpgradeSettings {
  key: string
  frameMaxBytes: number
  /** Undefined: any. */
  allowedOrigins: readonly string[] | undefined
  isProxyTrusted: boolean
  /** False where the console alone is served. */
  isOnSite(request: IncomingMessage): boolean
  isClosing(): boolean
  /** Counts attempts before any work is done for one. */
  mayOpen(address: string): boolean
  /** Accepts the socket, or says why not. */
  onSocket(ws: WebSocket, address: string): Fault | null
  onForeignOrigin(): void
}

export interface Fault {
  code: number
  message: string
}

/** A listener for the HTTP server's `upgrade` event. It answers every upgrade, also those to other paths. */
export function createUpgrade(settings: UpgradeSettings) {
  const sockets = new WebSocketServer({
    noServer: true,
    // Both measured on thousands of sockets: compression costs memory, tracking is done by the hub.
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: settings.frameMaxBytes,
    maxFragments: SOCKET_FRAGMENTS_MAX,
    // One frame of a socket in each turn of the event loop, so that other sockets and HTTP calls get their turns.
    allowSynchronousEvents: false,
    // The connection answers pings, and counts them.
    autoPong: false,
  })
  return (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const key = /^\/app\/([^/]+)\/?$/.exec(path)?.[1]
    if (key === undefined || !settings.isOnSite(request)) return answerOnSocket(socket, notFound())
    if (settings.isClosing()) return answerOnSocket(socket, unavailable())
    const address = networkOf(addressOf(request, settings.isProxyTrusted))
    if (!settings.mayOpen(address)) return answerOnSocket(socket, tooMany(1))
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const fault =
        faultOf(key, settings.key, new URLSearchParams(query).get('protocol')) ??
        originFault(settings, request.headers.origin) ??
        settings.onSocket(ws, address)
      if (fault) turnAway(ws, fault)
    })
  }
}

function originFault(settings: UpgradeSettings, origin: string | undefined): Fault | null {
  if (isOriginAllowed(origin, settings.allowedOrigins)) return null
  settings.onForeignOrigin()
  return { code: CODE.unauthorised, message: 'Pages of this origin may not connect.' }
}

function faultOf(key: string, ownKey: string, version: string | null): Fault | null {
  if (key !== ownKey) return { code: CODE.unknownApp, message: 'There is no app with this key.' }
  if (version === null) return { code: CODE.noVersion, message: 'Say which protocol version: ?protocol=7.' }
  if (version !== PROTOCOL_VERSION)
    return { code: CODE.badVersion, message: `This server speaks protocol ${PROTOCOL_VERSION}.` }
  return null
}

function turnAway(ws: WebSocket, { code, message }: Fault): void {
  ws.on('error', () => ws.terminate())
  ws.send(errorFrame(message, code), { binary: false })
  ws.close(code, message)
  ws.pause()
  const cutOff = setTimeout(() => ws.terminate(), SOCKET_REFUSAL_GOODBYE_MS)
  ws.on('close', () => clearTimeout(cutOff))
}

/**
 * Which pages may connect. A browser sends the page's origin and no script can change it; programs send none and need a
 * signature anyway. `allowed` are origins; `https://*.example.com` covers every host below that one. Undefined: any
 * page.
 */
function isOriginAllowed(origin: string | undefined, allowed: readonly string[] | undefined): boolean {
  if (origin === undefined || allowed === undefined) return true
  return allowed.some((pattern) => {
    const [start = '', end] = pattern.split('*')
    return end === undefined ? origin === pattern : origin.startsWith(start) && origin.endsWith(end)
  })
}
