/** What the rest of the house knows of sockets. The Echo and Pusher wiring behind it loads as a chunk of its own. */
import type * as z from 'zod/mini'
import type { RealtimeEvent } from '#shared/contract/events.ts'

export type RealtimeState = 'connecting' | 'connected' | 'unavailable' | 'closed'

export interface Subscription {
  /** Hears one event. A payload that does not fit the contract is logged and dropped. */
  listen<P extends z.ZodMiniType>(event: RealtimeEvent<P>, handle: (payload: z.output<P>) => void): void
  leave(): void
}

export interface ChannelHandlers {
  /** Called after every successful (re)subscription. */
  onSubscribed(): void
  /** The server said no, or nothing within the subscribe time-out. */
  onRefused(reason: 'forbidden' | 'unanswered'): void
}

export interface Realtime {
  /** Pusher's socket id while connected, for `X-Socket-ID`. */
  socketId(): string | null
  /** Joins a private channel, named without `private-`; one that anybody may hear only when `isPublic`. */
  join(channel: string, handlers: ChannelHandlers, kind?: { readonly isPublic: boolean }): Subscription
  close(): void
}

/** A real socket, where `Realtime` may also be one that tabs share. */
export interface LiveSocket extends Realtime {
  /** Asks the server now, unless something was just received. A half-open connection is then replaced within seconds. */
  check(): void
}

export interface RealtimeHandlers {
  onState(state: RealtimeState): void
}
