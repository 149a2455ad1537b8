/** A socket that speaks the Pusher protocol frame by frame, so that what a server does wrong can be named. */
import { WebSocket } from 'ws'

export interface Frame {
  readonly event: string
  readonly channel?: unknown
  /** Parsed when it is JSON text. */
  readonly data: unknown
}

export interface Dialed {
  /** Everything that has come. */
  readonly frames: readonly Frame[]
  /** The first frame that fits, of those that have come too; null when none comes in time or the socket ends. */
  first(fits: (frame: Frame) => boolean): Promise<Frame | null>
  send(event: string, data: object): void
  /** Why nothing more comes; null while the socket is open. */
  ended(): string | null
  close(): void
}

/** Never rejects: `ended` says why it is not open. */
export function dial(url: string, { origin, patienceMs }: { origin?: string; patienceMs: number }): Dialed {
  const ws = new WebSocket(url, { handshakeTimeout: patienceMs, ...(origin && { origin }) })
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  let ended: string | null = null
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  const end = (why: string) => {
    ended ??= why
    wake()
  }
  ws.on('message', (text) => {
    frames.push(readFrame(String(text)))
    wake()
  })
  ws.on('error', (error: NodeJS.ErrnoException) => end(error.message || String(error.code)))
  ws.on('close', (code, reason) => end(`it was closed with ${[code, String(reason)].join(' ').trim()}`))
  return {
    frames,
    first: (fits) =>
      new Promise((resolve) => {
        const settle = (frame: Frame | null) => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(frame)
        }
        const look = () => {
          const found = frames.find(fits)
          if (found || ended !== null) settle(found ?? null)
        }
        const timer = setTimeout(() => settle(null), patienceMs)
        waiting.add(look)
        look()
      }),
    send: (event, data) => {
      if (ended === null) ws.send(JSON.stringify({ event, data }))
    },
    ended: () => ended,
    close: () => ws.terminate(),
  }
}

/** A frame that is no JSON has its text as its event. */
function readFrame(text: string): Frame {
  const frame = parsed(text)
  if (typeof frame !== 'object' || frame === null) return { event: text, data: null }
  const { event, channel, data } = frame as Partial<Frame>
  return { event: String(event), channel, data: typeof data === 'string' ? parsed(data) : data }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
