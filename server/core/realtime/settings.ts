/** What the realtime server is told: which driver, whose credentials, and how much it puts up with. */
import type * as z from 'zod/mini'
import type { realtimeSettings } from '#shared/contract/broadcasting.ts'
import { ACTIVITY_TIMEOUT_MS, PONG_TIMEOUT_MS } from '#shared/contract/limits.ts'
import {
  BUS_BEAT_MS,
  CLIENT_EVENTS_PER_SECOND,
  LOGIN_SWEEP_MS,
  SIGNED_SOCKETS_PER_ADDRESS,
  SOCKET_ANONYMOUS_FRAMES_BURST,
  SOCKET_BUFFER_MAX_BYTES,
  SOCKET_BYTES_BURST,
  SOCKET_BYTES_PER_SECOND,
  SOCKET_CHANNELS_MAX,
  SOCKET_FRAME_MAX_BYTES,
  SOCKET_FRAMES_BURST,
  SOCKET_FRAMES_PER_SECOND,
  SOCKET_PROOFS_PER_SECOND,
  SOCKETS_PER_ADDRESS,
} from '#shared/contract/realtime-limits.ts'

/** What a page may know: the reply of `/broadcasting/config`. */
export type PublicConfig = z.output<typeof realtimeSettings.reply>

export interface Credentials {
  appId: string
  /** Public. */
  key: string
  /** Never leaves the server. */
  secret: string
}

export interface EmbeddedSettings extends Credentials {
  driver: 'embedded'
  /** Channel prefix, `App` by default. */
  prefix?: string
  /** Origins of pages that may connect, e.g. `https://seller.example` or `https://*.seller.example`. Unset: any. */
  allowedOrigins?: readonly string[]
  limits?: Partial<RealtimeLimits>
}

export interface OutsideSettings extends Credentials {
  driver: 'pusher'
  /** Host of the server's HTTP API; without it, Pusher Channels in `cluster`. */
  host?: string
  port?: number
  useTLS?: boolean
  cluster?: string
  prefix?: string
  /** Where browsers connect, when that is not what the server itself uses. */
  client?: Partial<Omit<PublicConfig, 'key' | 'prefix'>>
}

export type RealtimeSettings = EmbeddedSettings | OutsideSettings

export interface RealtimeLimits {
  /** Silence after which a socket is pinged. */
  activityTimeoutMs: number
  /** Silence after the ping after which it is closed with 4201. */
  pongTimeoutMs: number
  frameMaxBytes: number
  channelsPerSocket: number
  bufferMaxBytes: number
  clientEventsPerSecond: number
  /** Sockets of one address without a proven login, and with one. */
  anonymousPerAddress: number
  provenPerAddress: number
  /** Frames of one socket at once, before and after it has proven a login. */
  anonymousFramesBurst: number
  framesBurst: number
  framesPerSecond: number
  /** Bytes of one socket: the burst, then the rate per second. */
  bytesBurst: number
  bytesPerSecond: number
  /** Subscriptions and sign-ins of one socket in a second, after a burst of twice its channels. */
  proofsPerSecond: number
  /** How often sockets are looked for whose login has ended. */
  loginSweepMs: number
  /** How often this node's heartbeat goes through Redis. */
  busBeatMs: number
}

export const DEFAULT_LIMITS: RealtimeLimits = {
  activityTimeoutMs: ACTIVITY_TIMEOUT_MS,
  pongTimeoutMs: PONG_TIMEOUT_MS,
  frameMaxBytes: SOCKET_FRAME_MAX_BYTES,
  channelsPerSocket: SOCKET_CHANNELS_MAX,
  bufferMaxBytes: SOCKET_BUFFER_MAX_BYTES,
  clientEventsPerSecond: CLIENT_EVENTS_PER_SECOND,
  anonymousPerAddress: SOCKETS_PER_ADDRESS,
  provenPerAddress: SIGNED_SOCKETS_PER_ADDRESS,
  anonymousFramesBurst: SOCKET_ANONYMOUS_FRAMES_BURST,
  framesBurst: SOCKET_FRAMES_BURST,
  framesPerSecond: SOCKET_FRAMES_PER_SECOND,
  bytesBurst: SOCKET_BYTES_BURST,
  bytesPerSecond: SOCKET_BYTES_PER_SECOND,
  proofsPerSecond: SOCKET_PROOFS_PER_SECOND,
  loginSweepMs: LOGIN_SWEEP_MS,
  busBeatMs: BUS_BEAT_MS,
}
