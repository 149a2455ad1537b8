/**
 * The database's clock as this node knows it. All nodes share it, so they agree on what is due. Between two readings it
 * advances by the process's monotonic clock: changing this machine's clock has no effect.
 */

export interface DatabaseClock {
  /** Milliseconds since 1970. */
  now(): number
  /** How far this machine's clock is ahead of the database's; negative when it is behind. */
  offsetMs(): number
}

export interface SetClock extends DatabaseClock {
  /** The database's time at a moment of the monotonic clock. */
  set(databaseMs: number, atSteadyMs: number): void
}

/** More than a slow answer or a leap second explains. */
const OFFSET_MAX_MS = 5000

/** A node with such a clock does no scheduled work: whichever of the two is wrong, a person must look. */
export const isClockWrong = (clock: DatabaseClock): boolean => Math.abs(clock.offsetMs()) > OFFSET_MAX_MS

/** For a person: `259200 s ahead of the database's`. */
export function wordsOfOffset(clock: DatabaseClock): string {
  const offsetMs = clock.offsetMs()
  const seconds = Math.abs(Math.round(offsetMs / 1000))
  return `${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} the database's`
}

export function createDatabaseClock(
  wallMs: () => number = Date.now,
  steadyMs: () => number = () => performance.now(),
): SetClock {
  let aheadMs: number | null = null
  const now = () => (aheadMs === null ? wallMs() : steadyMs() + aheadMs)
  return {
    now,
    offsetMs: () => wallMs() - now(),
    set(databaseMs, atSteadyMs) {
      aheadMs = databaseMs - atSteadyMs
    },
  }
}

/** For the embedded database, which uses this process's clock. */
export const ownClock: DatabaseClock = { now: () => Date.now(), offsetMs: () => 0 }
