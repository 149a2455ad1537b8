/** Chance that can be repeated: the same seed gives the same numbers on every machine. */
export interface Random {
  /** 0 ≤ n < 1. */
  next(): number
  /** A whole number, 0 ≤ n < end. */
  below(end: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** One of the keys, each as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** mulberry32: 32 bits of state are plenty for a schedule. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const random: Random = {
    next() {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    },
    below: (end) => Math.floor(random.next() * end),
    chance: (probability) => random.next() < probability,
    pick: (list) => list[random.below(list.length)] ?? list[0],
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = Object.entries(weights) as [K, number][]
      let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      throw new Error('No key has a weight.')
    },
  }
  return random
}
