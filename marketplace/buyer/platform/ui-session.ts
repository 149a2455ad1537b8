/** The analytics session (spec sections 3, 4 and 9): one for all tabs, a new one for another person or after two idle hours. Pure. */
import { ANALYTICS_SESSION_TIMEOUT_MS } from '#shared/contract/limits.ts'

export interface UiSession {
  readonly id: string
  readonly userId: number | null
  /** All in milliseconds since 1970. */
  readonly createdAt: number
  /** When this stretch of activity began. */
  readonly activityStart: number
  readonly lastActivity: number
}

export interface Visit {
  userId: number | null
  nowMs: number
  newId: () => string
}

/** The session of this moment: the last one gone on with, or a new one. */
export function sessionAt(last: UiSession | null, { userId, nowMs, newId }: Visit): UiSession {
  const isOver =
    last === null ||
    last.userId !== userId ||
    nowMs - last.lastActivity > ANALYTICS_SESSION_TIMEOUT_MS ||
    // A clock that was set back would keep a session alive for ever.
    last.lastActivity > nowMs
  if (isOver) return { id: newId(), userId, createdAt: nowMs, activityStart: nowMs, lastActivity: nowMs }
  return { ...last, lastActivity: nowMs }
}

/** Null for anything that is no session, e.g. from another version of the site. */
export function readSession(text: string | null): UiSession | null {
  try {
    const kept = JSON.parse(text ?? 'null')
    const isSession =
      typeof kept?.id === 'string' &&
      (kept.userId === null || typeof kept.userId === 'number') &&
      [kept.createdAt, kept.activityStart, kept.lastActivity].every((at) => typeof at === 'number')
    return isSession ? kept : null
  } catch {
    return null
  }
}
