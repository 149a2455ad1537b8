/**
 * Time that jumps from one event to the next. It stands still while something real is under way (a query, a parse), so a
 * schedule does the same on a slow machine as on a fast one.
 */
export interface SimulatedTime {
  /** Milliseconds since the schedule began. */
  now(): number
  /** The returned function calls it off. */
  after(ms: number, run: () => void): () => void
  /** Time does not go on before this is done. */
  hold<T>(work: Promise<T>): Promise<T>
  /** Runs everything due until then, and what follows from it. */
  runUntil(ms: number): Promise<void>
}

interface Due {
  readonly atMs: number
  readonly order: number
  run: (() => void) | null
}

/** Turns of the event loop without activity, after which nothing real is in progress. The server takes one more for each frame. */
const CALM_TURNS = 3

export function createSimulatedTime(): SimulatedTime {
  const heap: Due[] = []
  let nowMs = 0
  let order = 0
  let held = 0

  async function quiet(): Promise<void> {
    for (let calm = 0; calm < CALM_TURNS; calm = held > 0 ? 0 : calm + 1) await turn()
  }

  return {
    now: () => nowMs,
    after(ms, run) {
      const due: Due = { atMs: nowMs + Math.max(0, ms), order: order++, run }
      push(heap, due)
      return () => {
        due.run = null
      }
    },
    async hold(work) {
      held++
      try {
        return await work
      } finally {
        held--
      }
    },
    async runUntil(ms) {
      await quiet()
      for (let due = heap[0]; due && due.atMs <= ms; due = heap[0]) {
        pop(heap)
        if (!due.run) continue
        nowMs = due.atMs
        due.run()
        await quiet()
      }
      nowMs = ms
    },
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const isBefore = (a: Due, b: Due) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)

function push(heap: Due[], due: Due): void {
  let at = heap.length
  for (let up = (at - 1) >> 1; at > 0; up = (at - 1) >> 1) {
    const parent = heap[up]
    if (!parent || isBefore(parent, due)) break
    heap[at] = parent
    at = up
  }
  heap[at] = due
}

function pop(heap: Due[]): void {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  let at = 0
  for (;;) {
    const left = heap[2 * at + 1]
    const right = heap[2 * at + 2]
    const child = right && left && isBefore(right, left) ? right : left
    if (!child || !isBefore(child, last)) break
    heap[at] = child
    at = child === left ? 2 * at + 1 : 2 * at + 2
  }
  heap[at] = last
}
