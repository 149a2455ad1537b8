/**
 * The network between tabs and nodes: it delays, loses before and after the server, repeats, answers in the server's place,
 * and shuffles what the server says live. Nodes go down and come back; what is under way there is lost.
 */
import { createCalls } from './network-calls.ts'
import type { Line, Network, Weather } from './network-line.ts'
import { createSockets } from './network-sockets.ts'
import { createStandstill } from './standstill.ts'

export const CALM: Weather = { latencyMs: 40, lost: 0, troubled: 0, twice: 0, half: 0, shuffled: 0 }

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
    unanswered: 0,
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
    seemsOnline: true,
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
