/**
 * The way in: `GET /app/{key}?protocol=7` with an upgrade. A wrong key or version is told over the opened socket,
 * because a browser shows a page nothing of a refused upgrade, and the code decides whether the client comes back.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { SOCKET_GOODBYE_MS } from '#shared/contract/limits.ts'
import { CODE, errorFrame, PROTOCOL_VERSION } from './protocol.ts'

export interface UpgradeSettings {
  key: string
  frameMaxBytes: number
  isClosing(): boolean
  onSocket(ws: WebSocket): void
}

/** A listener for the HTTP server's `upgrade` event. It answers every upgrade, also those to other paths. */
export function createUpgrade(settings: UpgradeSettings) {
  const sockets = new WebSocketServer({
    noServer: true,
    // Both measured on thousands of sockets: compression costs memory, tracking is done by the hub.
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: settings.frameMaxBytes,
  })
  return (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const key = /^\/app\/([^/]+)\/?$/.exec(path)?.[1]
    if (key === undefined) return refuse(socket, '404 Not Found')
    if (settings.isClosing()) return refuse(socket, '503 Service Unavailable')
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const fault = faultOf(key, settings.key, new URLSearchParams(query).get('protocol'))
      if (fault) turnAway(ws, fault)
      else settings.onSocket(ws)
    })
  }
}

interface Fault {
  code: number
  message: string
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
  const cutOff = setTimeout(() => ws.terminate(), SOCKET_GOODBYE_MS)
  ws.on('close', () => clearTimeout(cutOff))
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
