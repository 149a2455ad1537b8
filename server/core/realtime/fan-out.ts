/** Publishes events: to the sockets of this node first, then to the other nodes. Never rejects: readers refetch. */
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { type Broadcaster, wireChannels } from './broadcaster.ts'
import type { Bus, BusMessage, Counts } from './bus.ts'
import type { Delivery, Hub } from './hub.ts'

export interface FanOut {
  broadcaster: Broadcaster
  deliver(delivery: Delivery): Promise<void>
  terminate(user: string): Promise<void>
  /** Sockets on each occupied channel, over all nodes. */
  counts(prefix: string): Promise<Counts>
  /** An event from another node. */
  receive(message: BusMessage): void
}

export function createFanOut(hub: Hub, bus: Bus, log: FastifyBaseLogger): FanOut {
  const receive = (message: BusMessage) =>
    message.kind === 'event' ? hub.deliver(message) : hub.terminate(message.user)

  async function spread(message: BusMessage): Promise<void> {
    try {
      receive(message)
      await bus.publish(message)
    } catch (error) {
      log.error({ err: error }, 'A broadcast stayed on this node.')
    }
  }
  const deliver = (delivery: Delivery) => spread({ kind: 'event', ...delivery })

  async function counts(prefix: string): Promise<Counts> {
    const others = await bus.counts(prefix).catch((error: unknown) => {
      log.error({ err: error }, 'Only the sockets of this node were counted.')
      return []
    })
    return sum([hub.counts(prefix), ...others])
  }

  const terminate = (user: string) => spread({ kind: 'terminate', user })
  const broadcaster: Broadcaster = {
    async broadcast(channels, event, payload, options) {
      const data = encode(event, payload)
      if (data === null) return log.error({ event: event.name }, 'An event does not fit the contract.')
      const except = options?.except ?? null
      const named = wireChannels(channels, options?.isPublic)
      await Promise.all(named.map((channel) => deliver({ channel, event: event.name, data, except })))
    },
    terminate,
    occupancy: async (channel) => (await counts(`private-${channel}`))[`private-${channel}`] ?? 0,
  }
  return { broadcaster, deliver, terminate, counts, receive }
}

/** Null for an event that cannot be sent. Encoding may also throw: on a value without a JSON text. */
function encode<P extends z.ZodMiniType>(event: { payload: P }, payload: z.output<P>): string | null {
  try {
    const encoded = z.safeEncode(event.payload, payload)
    return encoded.success ? JSON.stringify(encoded.data) : null
  } catch {
    return null
  }
}

function sum(all: readonly Counts[]): Counts {
  const total = new Map<string, number>()
  for (const counts of all)
    for (const [channel, count] of Object.entries(counts))
      total.set(channel, (total.get(channel) ?? 0) + count)
  return Object.fromEntries(total)
}
