/** A rule of the clock: what is done, how often, and when something is due. */
import type { WorkKind } from './failed-work.ts'

export interface ScheduledJob {
  /** Lower case with dashes; names its jobs. */
  name: string
  everyMs: number
  /** What it goes through, item by item; empty for a rule that is one piece of work. */
  kinds: readonly WorkKind[]
  /**
   * One quick question, at a time of the database's clock, as in `run`: since when the item that waits longest has been due, or null
   * when none is. Without it the job is sent once in each such time, by whichever node.
   */
  dueSince?: (nowMs: number) => Promise<number | null>
  /** It waits for machines of others: it takes no place of the other jobs, and runs once at a time on each node. */
  callsOut?: true
  /** Ends early when `closing` is aborted, if it may take long. */
  run(nowMs: number, closing: AbortSignal): Promise<unknown>
}
