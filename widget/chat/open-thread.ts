/** What is kept of the open conversation, made anew with every selection so that nothing of a former one lingers. */

import type { Rows } from '#shared/thread/model.ts'
import { createMessageLog, type MessageLog } from './message-log.ts'
import { createTurns, type Turns } from './serial-queue.ts'
import { createTimeline, type Timeline } from './timeline.ts'

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
  /** Its reads, one at a time: no page is older than one that was added before it. */
  readonly turns: Turns
  loadingOlder: Promise<void>
  /** One that has not begun. */
  catchingUp: Promise<boolean> | null
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
    turns: createTurns(),
    loadingOlder: Promise.resolve(),
    catchingUp: null,
  }
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
