/**
 * One socket of the Pusher protocol: pings it after silence, closes it when no answer comes, and drops it when it reads
 * too slowly. What its frames mean is answered elsewhere. A class for the memory's sake: thousands share its methods.
 */
import { type RawData, WebSocket } from 'ws'
import { SOCKET_GOODBYE_MS } from '#shared/contract/limits.ts'
import { type ClientFrame, CODE, errorFrame, PING, parseFrame } from './protocol.ts'
import type { RealtimeLimits } from './settings.ts'

export interface ConnectionOwner {
  readonly limits: RealtimeLimits
  readonly stats: { framesOut: number; slowConsumers: number }
  onFrame(connection: Connection, frame: ClientFrame): void
  onClosed(connection: Connection): void
}

const TEXT = { binary: false, compress: false } as const

export class Connection {
  readonly socketId: string
  readonly channels = new Set<string>()
  /** Users this socket has proven to be; empty until it signs in or joins a channel of its own. */
  readonly users = new Set<string>()
  /** When the first of the logins ends that let it into its channels. */
  endsAtMs = Number.POSITIVE_INFINITY
  /** Client events of the running second. */
  readonly clientEvents = { second: 0, count: 0 }
  #onGone: (() => void) | null = null
  readonly #ws: WebSocket
  readonly #owner: ConnectionOwner
  #timer: NodeJS.Timeout
  #isPinged = false

  constructor(ws: WebSocket, socketId: string, owner: ConnectionOwner) {
    this.socketId = socketId
    this.#ws = ws
    this.#owner = owner
    this.#timer = this.#waitForActivity()
    ws.on('message', (data, isBinary) => this.#heard(data, isBinary))
    ws.on('pong', () => this.#alive())
    // Broken or oversized frames: ws closes the socket itself, with 1002, 1007 or 1009.
    ws.on('error', () => ws.terminate())
    ws.on('close', () => this.#closed())
  }

  /** Sends one frame; one that does not fit into the buffer any more costs the socket its connection. */
  send(frame: Buffer): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return
    if (this.#ws.bufferedAmount + frame.length > this.#owner.limits.bufferMaxBytes) {
      this.#owner.stats.slowConsumers += 1
      // No close frame: it would queue behind the megabyte that is not being read.
      this.#ws.terminate()
      return
    }
    this.#owner.stats.framesOut += 1
    this.#ws.send(frame, TEXT)
  }

  /** Closes with a code of the protocol; cuts off a client that does not close its side in time. */
  close(code: number, reason: string): void {
    this.#ws.close(code, reason)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ws.terminate(), SOCKET_GOODBYE_MS)
  }

  /** Resolves when the socket is closed for good. */
  get gone(): Promise<void> {
    if (this.#ws.readyState === WebSocket.CLOSED) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onGone = resolve
    })
  }

  #heard(data: RawData, isBinary: boolean): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return
    this.#alive()
    const frame: ClientFrame = isBinary
      ? { kind: 'malformed', reason: 'A frame is text.' }
      : parseFrame(data.toString())
    if (frame.kind === 'malformed') this.send(errorFrame(frame.reason, CODE.malformed))
    else this.#owner.onFrame(this, frame)
  }

  #alive(): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return
    if (!this.#isPinged) {
      this.#timer.refresh()
      return
    }
    this.#isPinged = false
    clearTimeout(this.#timer)
    this.#timer = this.#waitForActivity()
  }

  #waitForActivity(): NodeJS.Timeout {
    return setTimeout(() => this.#ping(), this.#owner.limits.activityTimeoutMs)
  }

  #ping(): void {
    this.#isPinged = true
    this.send(PING)
    const { pongTimeoutMs } = this.#owner.limits
    this.#timer = setTimeout(() => this.close(CODE.noPong, 'No pong came in time.'), pongTimeoutMs)
  }

  #closed(): void {
    clearTimeout(this.#timer)
    this.#owner.onClosed(this)
    this.#onGone?.()
  }
}
