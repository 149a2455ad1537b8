/** This process's memory once nothing more can be collected. Needs `--expose-gc`. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Memory } from './sockets-words.ts'

const SETTLE_MS = 300
const SETTLE_ATTEMPTS = 20
const SETTLED_BYTES = 256 * 1024

/** Collects garbage until the resident memory stands still. */
export async function settledMemory(): Promise<Memory> {
  let last = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < SETTLE_ATTEMPTS; attempt += 1) {
    globalThis.gc?.()
    await pause(SETTLE_MS)
    const { rss } = process.memoryUsage()
    if (Math.abs(rss - last) < SETTLED_BYTES) break
    last = rss
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap: heapUsed }
}
