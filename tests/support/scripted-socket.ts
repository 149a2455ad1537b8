/** A realtime server that a browser test writes: it speaks just enough of the Pusher protocol, or nothing at all. */
import type { Page, WebSocketRoute } from 'playwright'

export interface ScriptedSocket {
  /** How many sockets were opened so far. */
  readonly opened: () => number
  /** How many are open now. */
  readonly open: () => number
  /** How many subscriptions were answered. */
  readonly joined: () => number
  /** Sends an event to every socket's customer channel. */
  push(event: string, data: unknown): void
  /** Cuts every socket. */
  cut(): void
  /** Half-open: sockets stay open, and nothing arrives on them. */
  mute(isMute: boolean): void
}

const CHANNEL = 'private-App.Models.Customer.7'

/** `silent`: the socket opens and nothing ever comes. */
export async function scriptedSocket(
  page: Page,
  mode: 'answers' | 'silent' = 'answers',
): Promise<ScriptedSocket> {
  const sockets = new Set<WebSocketRoute>()
  let count = 0
  let joined = 0
  let isMute = mode === 'silent'
  await page.routeWebSocket(/\/app\//, (socket) => {
    count++
    sockets.add(socket)
    socket.onClose(() => sockets.delete(socket))
    if (isMute) return
    const say = (event: string, data: unknown, channel?: string) =>
      socket.send(JSON.stringify({ event, data: JSON.stringify(data), ...(channel ? { channel } : {}) }))
    socket.onMessage((text) => {
      if (isMute) return
      const { event, data } = JSON.parse(String(text))
      if (event === 'pusher:subscribe') {
        joined++
        say('pusher_internal:subscription_succeeded', {}, data.channel)
      }
      if (event === 'pusher:ping') say('pusher:pong', {})
    })
    say('pusher:connection_established', { socket_id: `${count}.1`, activity_timeout: 120 })
  })
  return {
    opened: () => count,
    open: () => sockets.size,
    joined: () => joined,
    push(event, data) {
      const text = JSON.stringify({ event, channel: CHANNEL, data: JSON.stringify(data) })
      for (const socket of sockets) socket.send(text)
    },
    cut() {
      for (const socket of sockets) void socket.close({ code: 1006 as never })
      sockets.clear()
    },
    mute(next) {
      isMute = next
    },
  }
}
