/**
 * One socket of the Pusher protocol: pings it after silence, closes it when no answer comes, and drops it when it reads
 * too slowly. What its frames mean is answered elsewhere. A class for the memory's sake: thousands share its methods.
 */
import { type RawData, WebSocket } from 'ws'
import { SOCKET_GOODBYE_MS, SOCKET_REFUSAL_GOODBYE_MS } from '#shared/contract/realtime-limits.ts'
import { type ClientFrame, CODE, errorFrame, PING, parseFrame } from './protocol.ts'
import type { RealtimeLimits } from './settings.ts'
import type { RefusalReason, SocketStats } from './socket-stats.ts'
import { TokenBucket } from './token-bucket.ts'

export interface ConnectionOwner {
  readonly limits: RealtimeLimits
  readonly stats: SocketStats
  nowMs(): number
  onRefused(connection: Connection, reason: RefusalReason): void
  onFrame(connection: Connection, frame: ClientFrame): void
  onClosed(connection: Connection): void
}

const TEXT = { binary: false, compress: false } as const

export class Connection {
  readonly socketId: string
  /** The address it counts for. */
  readonly address: string
  readonly channels = new Set<string>()
  /** By channel: events that the login which joined it must not hear. */
  unheard: Map<string, readonly unknown[]> | null = null
  /** Users this socket has proven to be; empty until it signs in or joins a channel of its own. */
  readonly users = new Set<string>()
  /** When the first of the logins ends that let it into its channels. */
  endsAtMs = Number.POSITIVE_INFINITY
  /** Client events of the running second. */
  readonly clientEvents = { second: 0, count: 0 }
  #onGone: (() => void) | null = null
  readonly #ws: WebSocket
  readonly #owner: ConnectionOwner
  #isProven = false
  #frames: TokenBucket
  readonly #bytes: TokenBucket
  readonly #proofs: TokenBucket
  #timer: NodeJS.Timeout
  #isPinged = false

  constructor(ws: WebSocket, from: { socketId: string; address: string }, owner: ConnectionOwner) {
    this.socketId = from.socketId
    this.address = from.address
    this.#ws = ws
    this.#owner = owner
    const { limits } = owner
    const nowMs = owner.nowMs()
    this.#frames = new TokenBucket(limits.anonymousFramesBurst, limits.framesPerSecond, nowMs)
    this.#bytes = new TokenBucket(limits.bytesBurst, limits.bytesPerSecond, nowMs)
    this.#proofs = new TokenBucket(2 * limits.channelsPerSocket, limits.proofsPerSecond, nowMs)
    this.#timer = this.#waitForActivity()
    ws.on('message', (data, isBinary) => this.#heard(data, isBinary))
    ws.on('ping', (data) => {
      if (this.#mayBeRead(data.length)) ws.pong(data)
    })
    ws.on('pong', (data) => this.#mayBeRead(data.length))
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
  close(code: number, reason: string, goodbyeMs = SOCKET_GOODBYE_MS): void {
    this.#ws.close(code, reason)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ws.terminate(), goodbyeMs)
  }

  /** Closes the socket of a client that sends too much; the code makes it wait before it reconnects. */
  refuse(reason: RefusalReason, message: string): void {
    this.#owner.onRefused(this, reason)
    this.close(CODE.overCapacity, message, SOCKET_REFUSAL_GOODBYE_MS)
    // What it still sends stays in the kernel; reading it for a second made health checks three times slower.
    this.#ws.pause()
  }

  /** It has sent a valid signature of this app. */
  get isProven(): boolean {
    return this.#isProven
  }

  /** From now on it may send more: a person who logged in subscribes to all of their channels at once. */
  proven(): void {
    const { limits } = this.#owner
    this.#isProven = true
    this.#frames = new TokenBucket(limits.framesBurst, limits.framesPerSecond, this.#owner.nowMs())
  }

  /** Counts one signature to be checked. */
  mayProve(): boolean {
    if (this.#proofs.take(1, this.#owner.nowMs())) return true
    this.refuse('proofs', 'Too many subscriptions.')
    return false
  }

  /** Resolves when the socket is closed for good. */
  get gone(): Promise<void> {
    if (this.#ws.readyState === WebSocket.CLOSED) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onGone = resolve
    })
  }

  #heard(data: RawData, isBinary: boolean): void {
    if (!this.#mayBeRead(bytesOf(data))) return
    const text = isBinary ? null : data.toString()
    const frame: ClientFrame =
      text === null ? { kind: 'malformed', reason: 'Frames must be text.' } : parseFrame(text)
    if (frame.kind === 'malformed') this.send(errorFrame(frame.reason, CODE.malformed))
    else this.#owner.onFrame(this, frame)
  }

  /** Any frame is a sign of life, and counts. */
  #mayBeRead(bytes: number): boolean {
    if (this.#ws.readyState !== WebSocket.OPEN) return false
    this.#alive()
    const nowMs = this.#owner.nowMs()
    if (!this.#frames.take(1, nowMs)) this.refuse('frames', 'Too many frames.')
    else if (!this.#bytes.take(bytes, nowMs)) this.refuse('bytes', 'Too much data.')
    else return true
    return false
  }

  #alive(): void {
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

const bytesOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, part) => sum + part.byteLength, 0) : data.byteLength
