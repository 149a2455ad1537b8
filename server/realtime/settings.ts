/** What the realtime server is told: which driver, whose credentials, and how much it puts up with. */
import type * as z from 'zod/mini'
import type { realtimeSettings } from '#shared/contract/broadcasting.ts'
import {
  ACTIVITY_TIMEOUT_MS,
  CLIENT_EVENTS_PER_SECOND,
  LOGIN_SWEEP_MS,
  PONG_TIMEOUT_MS,
  SOCKET_BUFFER_MAX_BYTES,
  SOCKET_CHANNELS_MAX,
  SOCKET_FRAME_MAX_BYTES,
} from '#shared/contract/limits.ts'

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
  /** Redis that carries broadcasts between nodes; without it the node stands alone. */
  redisUrl?: string
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
  /** How often sockets are looked for whose login has ended. */
  loginSweepMs: number
}

export const DEFAULT_LIMITS: RealtimeLimits = {
  activityTimeoutMs: ACTIVITY_TIMEOUT_MS,
  pongTimeoutMs: PONG_TIMEOUT_MS,
  frameMaxBytes: SOCKET_FRAME_MAX_BYTES,
  channelsPerSocket: SOCKET_CHANNELS_MAX,
  bufferMaxBytes: SOCKET_BUFFER_MAX_BYTES,
  clientEventsPerSecond: CLIENT_EVENTS_PER_SECOND,
  loginSweepMs: LOGIN_SWEEP_MS,
}
