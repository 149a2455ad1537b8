/** A bare WebSocket that speaks frames: tests see what is really on the wire. */
import { WebSocket } from 'ws'

export interface WireFrame {
  event: string
  channel?: string
  /** Parsed when it was JSON text. */
  data?: unknown
}

export interface RawSocket {
  ws: WebSocket
  socketId: string
  /** Everything received so far, the handshake included. */
  frames: WireFrame[]
  send(frame: unknown): void
  /** The next frame with this event that no earlier call has returned. */
  next(event: string): Promise<WireFrame>
  /** Resolves with the close code. */
  closed: Promise<number>
}

/** Resolves after the handshake. */
export async function openSocket(url: string, headers: Record<string, string> = {}): Promise<RawSocket> {
  const socket = dial(url, headers)
  const { data } = await socket.next('pusher:connection_established')
  return Object.assign(socket, { socketId: (data as { socket_id: string }).socket_id })
}

/** Does not wait for the handshake: for those that are turned away. */
export function dial(url: string, headers: Record<string, string> = {}): RawSocket {
  const ws = new WebSocket(url, { perMessageDeflate: false, headers })
  const frames: WireFrame[] = []
  const unread: WireFrame[] = []
  const waiting: { event: string; resolve: (frame: WireFrame) => void }[] = []
  ws.on('error', () => {})
  ws.on('message', (text) => {
    const frame = readFrame(String(text))
    frames.push(frame)
    const index = waiting.findIndex(({ event }) => event === frame.event)
    if (index < 0) unread.push(frame)
    else waiting.splice(index, 1)[0]?.resolve(frame)
  })
  return {
    ws,
    socketId: '',
    frames,
    send: (frame) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next(event) {
      const index = unread.findIndex((frame) => frame.event === event)
      const [found] = index < 0 ? [] : unread.splice(index, 1)
      return found ? Promise.resolve(found) : new Promise((resolve) => waiting.push({ event, resolve }))
    },
    closed: new Promise((resolve) => ws.on('close', (code) => resolve(code))),
  }
}

/** Joins a channel; `auth` for a private one. Resolves when the server has let it in. */
export async function joinChannel(socket: RawSocket, channel: string, auth?: string): Promise<void> {
  socket.send({ event: 'pusher:subscribe', data: { channel, auth } })
  await socket.next('pusher_internal:subscription_succeeded')
}

/** Resolves when the server has handled everything this socket sent and was sent before. */
export async function settle(socket: RawSocket): Promise<void> {
  socket.send({ event: 'pusher:ping' })
  await socket.next('pusher:pong')
}

function readFrame(text: string): WireFrame {
  const { data, ...frame } = JSON.parse(text) as WireFrame
  if (data === undefined) return frame
  if (typeof data !== 'string') return { ...frame, data }
  try {
    return { ...frame, data: JSON.parse(data) }
  } catch {
    return { ...frame, data }
  }
}
