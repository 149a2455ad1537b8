/**
 * The network between tabs and nodes: it delays, loses before and after the server, repeats, answers in the server's place,
 * and shuffles what the server says live. Nodes go down and come back; what is under way there is lost.
 */
import type { House } from './house.ts'
import { createCalls } from './network-calls.ts'
import { createSockets } from './network-sockets.ts'
import type { Random } from './random.ts'
import type { SimulatedTime } from './simulated-time.ts'
import { createStandstill, type Standstill } from './standstill.ts'

/** Probabilities are of a single request, answer or frame. */
export interface Weather {
  readonly latencyMs: number
  readonly lost: number
  /** A proxy answers instead of the server, before or after it did its work. */
  readonly troubled: number
  /** A request that arrives twice. */
  readonly twice: number
  /** A live event that comes twice, or after the one behind it. */
  readonly shuffled: number
}

export const CALM: Weather = { latencyMs: 40, lost: 0, troubled: 0, twice: 0, shuffled: 0 }

export interface Network {
  readonly house: House
  readonly time: SimulatedTime
  readonly random: Random
  /** Whether the server honors the key of a send, as ours does. */
  readonly hasKeys: boolean
  /** Sends that were served after whoever asked had given them up, which no page can know of a server without keys. */
  readonly late: { readonly accountId: number; readonly text: string }[]
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
  /** Nothing leaves and nothing comes in any more: the tab is gone. */
  isDead: boolean
}

export interface OpenLine extends Line {
  readonly fetch: typeof fetch
  dial(): WebSocket
  /** The sockets look open and carry nothing. */
  stall(): void
  /** The sockets break; `code` when the server said goodbye. */
  breakSockets(code?: number): void
  /** The page is gone: what it asked for with `keepalive` still goes out. */
  die(): void
  /** Everything held on the server's side is let go. */
  end(): void
}

export function createNetwork(
  given: Pick<Network, 'house' | 'time' | 'random' | 'hasKeys' | 'note'>,
): Network {
  const lives = given.house.nodes.map(() => 0)
  const down = new Set<number>()
  const listeners = new Set<(node: number) => void>()
  return {
    ...given,
    late: [],
    nodeNow() {
      const index = given.random.below(lives.length)
      return down.has(index) ? null : { index, life: lives[index] ?? 0 }
    },
    isDown: (node) => down.has(node),
    crash(node) {
      down.add(node)
      lives[node] = (lives[node] ?? 0) + 1
      for (const told of [...listeners]) told(node)
    },
    revive: (node) => void down.delete(node),
    onCrash(told) {
      listeners.add(told)
      return () => listeners.delete(told)
    },
  }
}

export function openLine(network: Network, name: string): OpenLine {
  const line: Line = {
    name,
    network,
    events: new EventTarget(),
    standstill: createStandstill(),
    weather: CALM,
    isOnline: true,
    isDead: false,
  }
  const calls = createCalls(line)
  const sockets = createSockets(line)
  return Object.assign(line, {
    fetch: calls.fetch,
    dial: sockets.dial,
    stall: sockets.stall,
    breakSockets: sockets.break,
    die() {
      line.isDead = true
      sockets.break()
      calls.abandon()
    },
    end: sockets.end,
  })
}

/** What a server says that has never heard of keys: it does not say that there is none. */
export const withoutKeys = (text: string): string => text.replaceAll(/,\\?"idempotency_key\\?":null/g, '')

/** Mostly about the usual, sometimes much more, so that what was sent later arrives earlier. */
export function delayOn({ weather, network: { random } }: Line): number {
  const usual = weather.latencyMs * (0.2 + random.next())
  return random.chance(0.1) ? usual * 6 : usual
}
