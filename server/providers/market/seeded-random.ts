/** Chance that repeats: the same words give the same numbers on every machine, without anything kept in between. */
import { createHash } from 'node:crypto'

export interface SeededRandom {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** Around 0, mostly within ±1. */
  around(): number
}

const UINT32 = 2 ** 32
const BYTES_EACH = 4

export function seededRandom(words: string): SeededRandom {
  let bytes = Buffer.alloc(0)
  let round = 0
  let at = 0
  const next = () => {
    if (at + BYTES_EACH > bytes.length) {
      bytes = createHash('sha256').update(`${words} ${round}`).digest()
      round += 1
      at = 0
    }
    at += BYTES_EACH
    return bytes.readUInt32BE(at - BYTES_EACH) / UINT32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
    around: () => next() + next() + next() - 1.5,
  }
}
