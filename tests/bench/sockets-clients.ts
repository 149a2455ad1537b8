/** The other side of `sockets.ts`, as a process of its own: thousands of bare sockets that note when frames arrive. */
import { WebSocket } from 'ws'
import { signChannel } from '#server/core/realtime/signature.ts'
import { textMessageInboundSent } from '#shared/contract/messenger.ts'
import { answerParent, sharedNowMs } from './child.ts'
import { type ArrivedAt, EVERYONE, EVERYONE_EVENT, type OpenSockets } from './sockets-words.ts'

/** Sockets dialling at the same time. */
const DIALLING = 100
const PATIENCE_MS = 30_000

const sockets: WebSocket[] = []
/** Waiting for the next message on socket n. */
const waiting = new Map<number, (at: number) => void>()
let arrivals: number[] = []
let onAll: () => void = () => {}

answerParent(
  {
    async open(wanted: OpenSockets): Promise<number> {
      for (let from = 0; from < wanted.count; from += DIALLING) {
        const batch = Math.min(DIALLING, wanted.count - from)
        sockets.push(...(await Promise.all(Array.from({ length: batch }, (_, n) => open(wanted, from + n)))))
      }
      return sockets.length
    },
    /** Answered after whatever was asked before has begun. */
    ready: () => true,
    /** When the next message arrives on this socket. */
    next: ({ socket }: { socket: number }): Promise<number> =>
      withTimeout(`a message on socket ${socket}`, (resolve) => waiting.set(socket, resolve)),
    /** When the next event to everybody has arrived. */
    async everyone(): Promise<ArrivedAt> {
      arrivals = []
      await withTimeout<void>('an event on every socket', (resolve) => {
        onAll = resolve
      })
      const at = (share: number) => arrivals[Math.floor(share * (arrivals.length - 1))] ?? Number.NaN
      return { first: at(0), half: at(0.5), last: at(1) }
    },
  },
  async () => {
    for (const socket of sockets) socket.terminate()
  },
)

/** Resolves when the socket is on its channels. */
function open({ url, app, privateChannels }: OpenSockets, number: number): Promise<WebSocket> {
  const address = `${url.replace(/^http/, 'ws')}/app/${app.key}?protocol=7`
  const ws = new WebSocket(address, { perMessageDeflate: false })
  const channels = [EVERYONE, ...privateChannels.slice(number, number + 1)]
  let missing = channels.length
  return new Promise((resolve, reject) => {
    ws.on('error', reject)
    ws.on('close', (code) => reject(new Error(`Socket ${number} was closed with ${code}.`)))
    ws.on('message', (data) => {
      const at = sharedNowMs()
      const { event, data: inner } = JSON.parse(String(data)) as { event: string; data?: string }
      if (event === EVERYONE_EVENT) arrivedEverywhere(at)
      else if (event === textMessageInboundSent.name) arrived(number, at)
      else if (event === 'pusher:connection_established') subscribe(ws, socketIdIn(inner), { app, channels })
      else if (event === 'pusher:ping') ws.send('{"event":"pusher:pong"}')
      else if (event === 'pusher_internal:subscription_succeeded') {
        missing -= 1
        if (missing === 0) resolve(ws)
      } else reject(new Error(`Socket ${number} was told ${event}.`))
    })
  })
}

function subscribe(
  ws: WebSocket,
  socketId: string,
  { app, channels }: { app: OpenSockets['app']; channels: readonly string[] },
): void {
  for (const channel of channels) {
    const auth = signChannel(app, { socketId, channel, channelData: null })
    ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }))
  }
}

const socketIdIn = (data = '{}') => (JSON.parse(data) as { socket_id: string }).socket_id

function arrived(number: number, at: number): void {
  waiting.get(number)?.(at)
  waiting.delete(number)
}

function arrivedEverywhere(at: number): void {
  arrivals.push(at)
  if (arrivals.length === sockets.length) onAll()
}

function withTimeout<T>(what: string, start: (resolve: (value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`There was never ${what}.`)), PATIENCE_MS)
    start((value) => {
      clearTimeout(timer)
      resolve(value)
    })
  })
}
