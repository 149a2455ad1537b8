/** How a domain room says something live. The driver behind it is the embedded Pusher server or an outside one. */
import type * as z from 'zod/mini'
import type { RealtimeEvent } from '#shared/contract/events.ts'

export interface Broadcaster {
  /**
   * Sends an event to everyone on a private channel, named without `private-`, or on a public one; or on several. Call it after commit.
   * `except` is the sender's socket id. Never rejects: a failure is logged, readers catch up by refetching.
   */
  broadcast<P extends z.ZodMiniType>(
    channel: string | readonly string[],
    event: RealtimeEvent<P>,
    payload: z.output<P>,
    options?: { except?: string | null; isPublic?: boolean },
  ): Promise<void>
  /** Closes every socket that signed in as this user (token revoked, logged out). */
  terminate(userId: string): Promise<void>
  /** How many sockets are on a channel, over all nodes where the driver can tell. */
  occupancy(channel: string): Promise<number>
}

/** How channels are named on the wire. */
export const wireChannels = (channels: string | readonly string[], isPublic = false): string[] =>
  [channels].flat().map((channel) => (isPublic ? channel : `private-${channel}`))
