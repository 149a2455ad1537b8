/** To which message a key leads. Dates are passed over. */
import type { Row, Rows } from '#shared/thread/model.ts'

export interface WalkFrom {
  /** Offset of the row to set out from. */
  readonly from: number
  /** The log itself has the focus and no message yet: the first arrow enters. */
  readonly isOnLog: boolean
  /** Messages that a page key passes. */
  readonly page: number
}

export interface WalkStep {
  readonly offset: number
  /** The key asks for what is older than all that is loaded. */
  readonly isBeyond: boolean
}

/** Null for a key that does not walk. */
export function keyTarget(key: string, rows: Rows, { from, isOnLog, page }: WalkFrom): WalkStep | null {
  const first = firstMessage(rows)
  const last = nextMessage(rows, rows.count, -1)
  if (first === null || last === null) return null
  const inside = Math.max(first, Math.min(last, from))
  switch (key) {
    case 'Home':
      return { offset: first, isBeyond: true }
    case 'End':
      return { offset: last, isBeyond: false }
    case 'ArrowUp':
    case 'ArrowDown': {
      if (isOnLog) return { offset: inside, isBeyond: false }
      return walked(rows, inside, key === 'ArrowUp' ? -1 : 1, 1)
    }
    case 'PageUp':
    case 'PageDown':
      // From the log itself they scroll, as everywhere.
      return isOnLog ? null : walked(rows, inside, key === 'PageUp' ? -1 : 1, Math.max(1, page))
    default:
      return null
  }
}

function walked(rows: Rows, from: number, direction: 1 | -1, steps: number): WalkStep {
  let offset = from
  for (let step = 0; step < steps; step++) {
    const next = nextMessage(rows, offset, direction)
    if (next === null) return { offset, isBeyond: direction < 0 }
    offset = next
  }
  return { offset, isBeyond: false }
}

export const firstMessage = (rows: Rows): number | null => nextMessage(rows, -1, 1)

/** Offset of the message after `from` in this direction, or null. */
export function nextMessage(rows: Rows, from: number, direction: 1 | -1): number | null {
  for (let offset = from + direction; offset >= 0 && offset < rows.count; offset += direction)
    if (rows.at(offset).kind !== 'date') return offset
  return null
}

/** Rows on their way stand at the end, and stay there for a while when they have arrived. */
const NEAR_END = 50

/** Where a row is now, or -1. */
export function offsetOfRow(rows: Rows, row: Row): number {
  if (row.kind === 'message') return rows.offsetOf(row.message.id)
  for (let offset = rows.count - 1; offset >= Math.max(0, rows.count - NEAR_END); offset--)
    if (rows.at(offset).key === row.key) return offset
  return -1
}
