/**
 * From messages to the rows a thread draws, kept up step by step. Putting older messages in front only ever adds rows in
 * front: the date of the oldest loaded day is held back until that day's beginning is known, so no row changes its height.
 */
import { RUN_GAP_MS } from '#shared/contract/limits.ts'
import { actionLabel } from '#shared/format/action-label.ts'
import { byPlace, createDeque, placeOf } from '#shared/lib/deque.ts'
import type { Direction, Joined, Message, OutgoingMessage, Row, Rows } from '#shared/thread/model.ts'
import type { LogChange, MessageLog } from './message-log.ts'

export interface Timeline {
  /** Follows what was just added to the log. */
  follow(change: LogChange): void
  /** Everything older is loaded: the first day gets its date. */
  endHistory(): void
  /** The rows now, with what is still being sent behind them. Stays readable when rows are added later. */
  view(outgoing: readonly OutgoingMessage[]): Rows
}

/** Virtual lists want indexes from zero up; there is room for this many rows in front. */
const FIRST_INDEX = 1_000_000_000

/**
 * A place among the rows. `id` 0 is the date above the message at that instant. `row` remembers the last one drawn, `before` and
 * `after` the messages it was drawn between; `after` is null beside one that is being sent.
 */
interface Entry {
  readonly atMs: number
  readonly id: number
  row?: Row
  before?: Message | undefined
  after?: Message | null | undefined
}

/** `sentAs` names the send a message came from, so that its row keeps the key it had while it was on its way. */
export function createTimeline(log: MessageLog, sentAs: (messageId: number) => string | null): Timeline {
  const entries = createDeque<Entry>()
  let firstIndex = FIRST_INDEX
  let isComplete = false
  /** The customer's newest message. */
  let ownLast: Message | undefined

  function append(message: Message, previous: Message | undefined): void {
    const day = dayOf(message.atMs)
    const isNewDay = previous ? dayOf(previous.atMs) !== day : isComplete
    if (isNewDay && day !== '') entries.push({ atMs: message.atMs, id: 0 })
    entries.push({ atMs: message.atMs, id: message.id })
  }

  function putInFront(entry: Entry): void {
    entries.unshift(entry)
    firstIndex--
  }

  /** `next` is the message that stood first until now. */
  function prepend(message: Message, next: Message): void {
    const day = dayOf(next.atMs)
    if (dayOf(message.atMs) !== day && day !== '') putInFront({ atMs: next.atMs, id: 0 })
    putInFront({ atMs: message.atMs, id: message.id })
  }

  /** Draws everything from a message on anew; rows before it keep their index. */
  function rebuildFrom(index: number): void {
    const from = log.at(index)
    if (!from) return
    const previous = log.at(index - 1)
    entries.truncate(previous ? placeOf(entries, previous) + 1 : 0)
    appendFrom(index)
  }

  function appendFrom(index: number): void {
    for (let at = index; at < log.size; at++) {
      const message = log.at(at)
      if (message) append(message, log.at(at - 1))
    }
  }

  /** For what cannot be followed step by step: the rows that were there keep their distance to the end. */
  function rebuildAll(): void {
    const before = entries.length
    entries.truncate(0)
    appendFrom(0)
    firstIndex -= entries.length - before
  }

  function messageAt(position: number): Message | undefined {
    const entry = entries.at(position)
    return entry && log.get(entry.id)
  }

  function rowAt(position: number, tail: readonly Row[]): Row {
    // A view taken before a message moved to another day may count one row more than there is now.
    const entry = entries.at(Math.min(position, entries.length - 1))
    if (!entry) throw new RangeError(`row ${position} of ${entries.length}`)
    if (entry.id === 0) {
      entry.row ??= { kind: 'date', key: `d${dayOf(entry.atMs)}`, atMs: entry.atMs }
      return entry.row
    }
    const message = log.get(entry.id)
    if (!message) throw new RangeError(`message ${entry.id} left the thread`)
    const sent = sentAs(message.id)
    const key = sent ? `c${sent}` : `m${message.id}`
    const isOwnLast = tail.length === 0 && message.id === ownLast?.id
    const [before, after] = [messageAt(position - 1), messageAt(position + 1)]
    const isBesideTail = position + 1 === entries.length && tail.length > 0
    // A drawing asks for each row several times.
    if (
      !isBesideTail &&
      before === entry.before &&
      after === entry.after &&
      isOf(entry.row, message, key, isOwnLast)
    )
      return entry.row
    const follower = isBesideTail ? tailBubble(tail) : after ? bubbleOf(after) : null
    const joined = joinedOf(before ? bubbleOf(before) : null, bubbleOf(message), follower)
    const row: Row = { kind: 'message', key, message, joined, isOwnLast }
    if (!isSame(entry.row, row)) entry.row = row
    entry.before = before
    entry.after = isBesideTail ? null : after
    return entry.row ?? row
  }

  function numberOf(row: Row, outgoing: readonly OutgoingMessage[]): number | null {
    if (row.kind === 'date') return null
    return row.kind === 'message'
      ? log.indexOf(row.message.id) + 1
      : log.size + outgoing.indexOf(row.outgoing) + 1
  }

  return {
    follow({ added, prepended, insertedAt }) {
      for (const message of added)
        if (message.type === 'inbound' && !(ownLast && byPlace(message, ownLast) < 0)) ownLast = message
      if (insertedAt !== null || (prepended > 0 && isComplete)) {
        if (prepended > 0) return rebuildAll()
        return rebuildFrom(insertedAt ?? 0)
      }
      for (let at = prepended - 1; at >= 0; at--) {
        const message = log.at(at)
        const next = log.at(at + 1)
        if (message && next) prepend(message, next)
      }
      appendFrom(log.size - (added.length - prepended))
    },
    endHistory() {
      const first = log.at(0)
      if (!isComplete && first && dayOf(first.atMs) !== '') putInFront({ atMs: first.atMs, id: 0 })
      isComplete = true
    },
    view(outgoing) {
      const body = entries.length
      const start = firstIndex
      const tail = tailRows(outgoing, log.at(log.size - 1))
      const at = (offset: number): Row => {
        const last = tail[offset - body]
        return offset >= body && last ? last : rowAt(offset + start - firstIndex, tail)
      }
      return {
        count: body + tail.length,
        firstIndex: start,
        at,
        total: isComplete ? log.size + outgoing.length : null,
        numberAt: (offset) => (isComplete ? numberOf(at(offset), outgoing) : null),
        offsetOf(messageId) {
          const message = log.get(messageId)
          return message ? placeOf(entries, message) + firstIndex - start : -1
        },
      }
    },
  }
}

/** Rows of what is on its way, with a date where the day changes. A clock that runs behind adds no date. */
function tailRows(outgoing: readonly OutgoingMessage[], last: Message | undefined): Row[] {
  const rows: Row[] = []
  const bubbles = outgoing.map(outgoingBubble)
  let latestMs = last?.atMs ?? 0
  let previous = last ? bubbleOf(last) : null
  outgoing.forEach((each, index) => {
    if (dayOf(each.atMs) !== dayOf(latestMs) && each.atMs > latestMs) {
      rows.push({ kind: 'date', key: `d${dayOf(each.atMs)}`, atMs: each.atMs })
    }
    latestMs = Math.max(latestMs, each.atMs)
    const bubble = outgoingBubble(each)
    const joined = joinedOf(previous, bubble, bubbles[index + 1] ?? null)
    rows.push({ kind: 'outgoing', key: `c${each.clientId}`, outgoing: each, joined })
    previous = bubble
  })
  return rows
}

const tailBubble = (tail: readonly Row[]): Bubble | null =>
  tail[0]?.kind === 'outgoing' ? outgoingBubble(tail[0].outgoing) : null

type MessageRow = Row & { kind: 'message' }

const isOf = (
  known: Row | undefined,
  message: Message,
  key: string,
  isOwnLast: boolean,
): known is MessageRow =>
  known?.kind === 'message' && known.message === message && known.key === key && known.isOwnLast === isOwnLast

/** So that an unchanged bubble is the same object and need not be drawn again. */
const isSame = (known: Row | undefined, row: Row): boolean =>
  row.kind === 'message' &&
  isOf(known, row.message, row.key, row.isOwnLast) &&
  known.joined.before === row.joined.before &&
  known.joined.after === row.joined.after

/** What a run is judged by. */
interface Bubble {
  readonly side: Direction
  readonly atMs: number
  readonly hasLabel: boolean
  /** Its text is below it, so nothing joins on there. */
  readonly isLast: boolean
}

/**
 * Which bubbles form a group: same side, same local day, close in time. A message with a label begins a new
 * group.
 */
const bubbleOf = (message: Message): Bubble => ({
  side: message.type,
  atMs: message.atMs,
  hasLabel: actionLabel(message.action) !== null,
  isLast: false,
})

const outgoingBubble = (outgoing: OutgoingMessage): Bubble => ({
  side: 'inbound',
  atMs: outgoing.atMs,
  hasLabel: false,
  isLast: outgoing.state !== 'sending',
})

/** Null is a neighbor that is not a bubble: the end of the thread or another day. */
const joinedOf = (before: Bubble | null, bubble: Bubble, after: Bubble | null): Joined => ({
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
function dayOf(atMs: number): string {
  if (atMs === 0) return ''
  const day = new Date(atMs)
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`
}
