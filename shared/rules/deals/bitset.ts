/** Sets of rows as bits, 32 to a word. Bits past the last row stay 0. */

export type Bits = Uint32Array

export const emptyBits = (count: number): Bits => new Uint32Array(Math.ceil(count / 32))

export function fullBits(count: number): Bits {
  const bits = emptyBits(count).fill(0xffffffff)
  const rest = count % 32
  if (rest > 0) bits[bits.length - 1] = 2 ** rest - 1
  return bits
}

/** The rows for which the test is true. */
export function bitsWhere(count: number, test: (row: number) => boolean): Bits {
  const bits = emptyBits(count)
  for (let word = 0, row = 0; word < bits.length; word++) {
    const end = Math.min(count, row + 32)
    let value = 0
    for (let bit = 1; row < end; row++, bit <<= 1) if (test(row)) value |= bit
    bits[word] = value
  }
  return bits
}

export function setBit(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31))
}

export function andInto(bits: Bits, other: Bits): Bits {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0)
  return bits
}

export function orInto(bits: Bits, other: Bits): Bits {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0)
  return bits
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) count += bitsIn(bits[word] ?? 0)
  return count
}

/** How many rows are in both. */
export function countBoth(a: Bits, b: Bits): number {
  let count = 0
  for (let word = 0; word < a.length; word++) count += bitsIn((a[word] ?? 0) & (b[word] ?? 0))
  return count
}

/** Adds neighbours to pairs, pairs to fours, fours to bytes, and bytes by a multiplication. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Calls back with every row in the set, ascending. */
export function eachRow(bits: Bits, visit: (row: number) => void): void {
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1)
      visit(word * 32 + (31 - Math.clz32(rest & -rest)))
  }
}
