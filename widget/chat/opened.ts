/** What is kept of the open conversation, made anew with every selection so that nothing of a former one lingers. */
import { createMessageLog, type MessageLog } from './message-log.ts'
import type { Message, Rows } from './model.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import { byPlace } from './two-stacks.ts'

export interface Opened {
  readonly accountId: number
  readonly log: MessageLog
  readonly timeline: Timeline
  readonly ended: AbortController
  /** The page that is asked for next when older messages are wanted. */
  nextPage: number
  /** Rows on the first page; 0 until it is there. */
  pageSize: number
  maxId: number
  /**
   * Everything between the loaded history and this message is known. Only pages move it on: a live message says nothing of
   * the ones before it, which may have been dropped.
   */
  anchor: Message | null
  /** The load under way, or the last one. */
  loading: Promise<void> | null
}

export function createOpened(accountId: number, sentAs: (messageId: number) => string | null): Opened {
  const log = createMessageLog()
  return {
    accountId,
    log,
    timeline: createTimeline(log, sentAs),
    ended: new AbortController(),
    nextPage: 1,
    pageSize: 0,
    maxId: 0,
    anchor: null,
    loading: null,
  }
}

/** The last in the thread's order. */
export function latest(known: Message | null, messages: readonly Message[]): Message | null {
  let last = known
  for (const message of messages) if (last === null || byPlace(message, last) > 0) last = message
  return last
}

export const NO_ROWS: Rows = {
  count: 0,
  firstIndex: 0,
  at(offset) {
    throw new RangeError(`row ${offset} of 0`)
  },
  offsetOf: () => -1,
  total: null,
  numberAt: () => null,
}
