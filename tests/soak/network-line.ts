/** One line of the simulated network, and its node now. */
import type { House } from './house.ts'
import type { Random } from './random.ts'
import type { SimulatedTime } from './simulated-time.ts'
import type { Standstill } from './standstill.ts'

/** What a server says that has never heard of keys: it does not say that there is none. */
export const withoutKeys = (text: string): string => text.replaceAll(/,\\?"idempotency_key\\?":null/g, '')

/** Mostly about the usual, sometimes much more, so that what was sent later arrives earlier. */
export function delayOn({ weather, network: { random } }: Line): number {
  const usual = weather.latencyMs * (0.2 + random.next())
  return random.chance(0.1) ? usual * 6 : usual
}

/** Probabilities are of a single request, answer or frame. */
export interface Weather {
  readonly latencyMs: number
  readonly lost: number
  /** A proxy answers instead of the server, before or after it did its work. */
  readonly troubled: number
  /** A request that arrives twice. */
  readonly twice: number
  /** An answer that starts, and then breaks off or never ends. */
  readonly half: number
  /** A live event that comes twice, or after the one behind it. */
  readonly shuffled: number
}

export interface Network {
  readonly house: House
  readonly time: SimulatedTime
  readonly random: Random
  /** Whether the server honors the key of a send, as ours does. */
  readonly hasKeys: boolean
  /** Sends that were served after whoever asked had given them up, which no page can know of a server without keys. */
  readonly late: { readonly accountId: number; readonly text: string }[]
  /** How many POSTs of messages failed or were given up before an answer came. */
  unanswered: number
  note(line: string): void
  /** The node a new request or socket is sent to; null when nobody answers there. */
  nodeNow(): NodeNow | null
  isDown(node: number): boolean
  /** Breaks every socket of the node and every answer under way. */
  crash(node: number): void
  revive(node: number): void
  /** Told when a node goes down; returns what ends it. */
  onCrash(told: (node: number) => void): () => void
}

export interface NodeNow {
  readonly index: number
  /** Another one after a restart. */
  readonly life: number
}

/** One tab's way to the nodes. */
export interface Line {
  readonly name: string
  readonly network: Network
  /** Where the tab hears `offline` and `online`. */
  readonly events: EventTarget
  /** Of the page at this end. */
  readonly standstill: Standstill
  weather: Weather
  isOnline: boolean
  /** What the browser reports about its network, which is not always true. */
  seemsOnline: boolean
  /** Nothing leaves and nothing comes in any more: the tab is gone. */
  isDead: boolean
}
