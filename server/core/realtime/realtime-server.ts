/** What the rest of the server holds of the realtime room, whichever driver is behind it. */
import type { FastifyInstance } from 'fastify'
import type { Broadcaster } from './broadcaster.ts'
import type { PublicConfig } from './settings.ts'

export interface RealtimeLogin {
  /** Whose sockets `broadcaster.terminate` closes. */
  user: string
  /** When the login ends by itself, in milliseconds since 1970. */
  endsAtMs: number
  /** Events of the channel that it must not hear. Outside servers send them nevertheless. */
  unheard?: readonly string[]
}

export interface RealtimeServer {
  broadcaster: Broadcaster
  /** Adds sockets and the HTTP API to an app that does not listen yet. Nothing to add for an outside server. */
  register(app: FastifyInstance): Promise<void>
  /** The `auth` that lets one socket join one private channel. Ask for permission before signing. */
  signChannel(socketId: string, channel: string): string
  /** The same as a reply of `/broadcasting/auth`. */
  admit(socketId: string, channel: string, login: RealtimeLogin): { auth: string; channel_data?: string }
  signUser(socketId: string, userData: { id: string }): { auth: string; user_data: string }
  publicConfig: PublicConfig
  /** Whether the other nodes can be reached; null if there is no bus. */
  busState(): 'ok' | 'unreachable' | null
  /** Closes every socket with 4200, spread over `graceMs` so that they do not all come back in one moment. */
  close(options: { graceMs: number }): Promise<void>
}
