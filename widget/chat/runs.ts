/** Which bubbles stand together: same side, same local day, close in time. A message with a label begins a run of its own. */
import { RUN_GAP_MS } from '#shared/contract/limits.ts'
import { actionLabel } from '#shared/format/action-label.ts'
import type { Direction, Joined, Message, OutgoingMessage } from '#shared/thread/model.ts'

/** What a run is judged by. */
export interface Bubble {
  readonly side: Direction
  readonly atMs: number
  readonly hasLabel: boolean
  /** Its words stand below it, so nothing joins on there. */
  readonly isLast: boolean
}

export const bubbleOf = (message: Message): Bubble => ({
  side: message.type,
  atMs: message.atMs,
  hasLabel: actionLabel(message.action) !== null,
  isLast: false,
})

export const outgoingBubble = (outgoing: OutgoingMessage): Bubble => ({
  side: 'inbound',
  atMs: outgoing.atMs,
  hasLabel: false,
  isLast: outgoing.state !== 'sending',
})

/** Null stands for a neighbour that is not a bubble: the end of the thread or another day. */
export const joinedOf = (before: Bubble | null, bubble: Bubble, after: Bubble | null): Joined => ({
  before: before !== null && isRun(before, bubble),
  after: after !== null && isRun(bubble, after),
})

const isRun = (first: Bubble, second: Bubble): boolean =>
  first.side === second.side &&
  !first.isLast &&
  !second.hasLabel &&
  Math.abs(second.atMs - first.atMs) < RUN_GAP_MS &&
  dayOf(first.atMs) === dayOf(second.atMs)

/** A local day as text, and '' for an instant nobody knows: such a message has no day. */
export function dayOf(atMs: number): string {
  if (atMs === 0) return ''
  const day = new Date(atMs)
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`
}
