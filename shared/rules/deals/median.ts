/** The middle of many numbers without sorting them. */

/** Of an even count the mean of the two in the middle; null of none. Moves the numbers about. */
export function medianOf(numbers: Float64Array): number | null {
  const middle = numbers.length >> 1
  if (numbers.length === 0) return null
  const upper = select(numbers, middle)
  if (numbers.length % 2 === 1) return upper
  let lower = Number.NEGATIVE_INFINITY
  for (let at = 0; at < middle; at++) lower = Math.max(lower, numbers[at] ?? lower)
  return (lower + upper) / 2
}

/** Hoare's selection: afterwards nothing before `rank` is greater than what is there. */
function select(numbers: Float64Array, rank: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const pivot = numbers[(low + high) >> 1] ?? 0
    let left = low
    let right = high
    while (left <= right) {
      while ((numbers[left] ?? pivot) < pivot) left++
      while ((numbers[right] ?? pivot) > pivot) right--
      if (left > right) break
      const moved = numbers[left] ?? 0
      numbers[left++] = numbers[right] ?? 0
      numbers[right--] = moved
    }
    if (rank <= right) high = right
    else if (rank >= left) low = left
    else break
  }
  return numbers[rank] ?? 0
}
