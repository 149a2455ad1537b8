/** How nodes tell each other what their sockets must hear. A bus carries to the *other* nodes; a node serves its own itself. */
import * as z from 'zod/mini'

export const busMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    channel: z.string(),
    event: z.string(),
    data: z.nullable(z.string()),
    except: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('terminate'), user: z.string() }),
])
export type BusMessage = z.output<typeof busMessage>

/** Sockets on each occupied channel. */
export type Counts = Record<string, number>

export interface BusMember {
  onMessage(message: BusMessage): void
  /** Its own occupied channels whose names start with `prefix`. */
  counts(prefix: string): Counts
  /** Something that other nodes said, or were about to say, may never have come. */
  onGap(): void
}

export interface BusStats {
  isConnected: boolean
  /** Connections that were lost or replaced. */
  losses: number
  /** Broadcasts that could not be published. */
  failures: number
}

export interface Bus {
  /** Called once, before anything else. Resolves also if the other nodes are not reachable yet; connecting goes on in the background. */
  join(member: BusMember): Promise<void>
  /** Rejects when it could not be handed over. */
  publish(message: BusMessage): Promise<void>
  /** One answer from each other node that answered in time. */
  counts(prefix: string): Promise<Counts[]>
  /** Null if there are no other nodes. */
  stats(): BusStats | null
  leave(): Promise<void>
}

/** A node alone. */
export const noBus: Bus = {
  join: async () => {},
  publish: async () => {},
  counts: async () => [],
  stats: () => null,
  leave: async () => {},
}
