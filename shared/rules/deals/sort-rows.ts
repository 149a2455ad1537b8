/** Rows in the order of a value: a radix sort over the bits of the doubles, so that half a million rows take milliseconds. */

const DIGIT_BITS = 16
const DIGITS = 2 ** DIGIT_BITS
const PASSES = 64 / DIGIT_BITS

/**
 * Rows ascending or descending by their value, missing ones (NaN) last either way. Rows with one value stay in the order in
 * which `rows` has them.
 */
export function sortRows(rows: Uint32Array, values: ArrayLike<number>, isDescending: boolean): Uint32Array {
  const keys = sortKeys(values, isDescending)
  let from: Uint32Array = rows
  let to: Uint32Array = new Uint32Array(rows.length)
  for (let pass = 0; pass < PASSES; pass++) {
    const starts = digitStarts(keys, pass, rows.length)
    if (!starts) continue
    for (let at = 0; at < from.length; at++) {
      const row = from[at] ?? 0
      const digit = keys[row * PASSES + pass] ?? 0
      const place = starts[digit] ?? 0
      to[place] = row
      starts[digit] = place + 1
    }
    const spare = from === rows ? new Uint32Array(rows.length) : from
    from = to
    to = spare
  }
  return from
}

/** The doubles' bits, turned so that they order as unsigned integers; lowest 16 bits first, as every machine we run on stores them. */
function sortKeys(values: ArrayLike<number>, isDescending: boolean): Uint16Array {
  const doubles = new Float64Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? Number.NaN
    // Adding 0 makes one zero of -0 and 0.
    doubles[row] = Number.isNaN(value) ? Number.NaN : (isDescending ? -value : value) + 0
  }
  const halves = new Uint32Array(doubles.buffer)
  for (let row = 0; row < values.length; row++) {
    const high = halves[row * 2 + 1] ?? 0
    if (Number.isNaN(doubles[row])) {
      halves[row * 2] = 0xffffffff
      halves[row * 2 + 1] = 0xffffffff
    } else if (high >>> 31) {
      halves[row * 2] = ~(halves[row * 2] ?? 0)
      halves[row * 2 + 1] = ~high
    } else halves[row * 2 + 1] = high | 0x80000000
  }
  return new Uint16Array(doubles.buffer)
}

/** Where each digit's rows begin; null when all rows have the same digit, as the low ones of whole numbers do. */
function digitStarts(keys: Uint16Array, pass: number, count: number): Uint32Array | null {
  const starts = new Uint32Array(DIGITS)
  for (let row = 0; row < count; row++) {
    const digit = keys[row * PASSES + pass] ?? 0
    starts[digit] = (starts[digit] ?? 0) + 1
  }
  if (starts[keys[pass] ?? 0] === count) return null
  for (let digit = 0, start = 0; digit < DIGITS; digit++) {
    const size = starts[digit] ?? 0
    starts[digit] = start
    start += size
  }
  return starts
}
