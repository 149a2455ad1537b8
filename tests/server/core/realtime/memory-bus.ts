/** A bus inside one process: every bus made by one `memoryBuses()` hears the others. */
import type { Bus, BusMember, BusMessage } from '#server/core/realtime/bus.ts'

export function memoryBuses(): () => Bus {
  const members = new Set<BusMember>()
  return () => {
    let own: BusMember | null = null
    const others = () => [...members].filter((member) => member !== own)
    return {
      async join(member) {
        own = member
        members.add(member)
      },
      async publish(message: BusMessage) {
        for (const member of others()) member.onMessage(message)
      },
      stats: () => null,
      counts: async (prefix) => others().map((member) => member.counts(prefix)),
      async leave() {
        if (own) members.delete(own)
      },
    }
  }
}
