/**
 * Tells the server which deals and pictures were looked at (spec section 7, `/ui-events`): once per thing and session, in
 * batches, by beacon when the page goes away. For who did not agree, a deal's view is counted without who or which visit it was, and
 * nothing is kept. Fetched when first needed.
 */
import { ANALYTICS_SESSION_TIMEOUT_MS, UI_EVENTS_PER_CALL } from '#shared/contract/limits.ts'
import type { UiEventWire } from '#shared/contract/site-config.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { SESSION_KEY } from './give-consent.ts'

export interface Seen {
  readonly propertyId: number
  /** A picture of it: 0 when the property has one without an id. Null for the property itself. */
  readonly imageId: number | null
}

export interface Analytics {
  seen(what: Seen): void
  /** The page is about to be gone: whatever waits leaves by beacon. */
  leaving(): void
  dispose(): void
}

export interface AnalyticsDeps {
  clock: Clock
  storage: () => Storage
  /** Who is logged in. */
  userId: () => number | null
  views: () => 'with identity' | 'without identity' | 'none'
  newId: () => string
  /** Rejects when the server did not take them. */
  post: (events: UiEventWire[]) => Promise<unknown>
  /** False when the browser did not take them. */
  beacon: (events: UiEventWire[]) => boolean
}

/** Things seen shortly after one another leave together. */
const BATCH_MS = 3000
const RETRY_MS = 15_000
/** An outage does not fill the memory; the oldest are dropped. */
const WAITING_MAX = 500

export function createAnalytics(deps: AnalyticsDeps): Analytics {
  const { clock, views, newId } = deps
  const kept = sessionStore(deps)
  const sent = new Set<string>()
  let waiting: UiEventWire[] = []
  const named = new WeakSet<UiEventWire>()
  let stopTimer: (() => void) | null = null
  let isSending = false

  function flushAfter(ms: number) {
    stopTimer ??= clock.after(ms, () => {
      stopTimer = null
      void flush()
    })
  }

  /** What was seen with a yes that was taken back since. */
  function forgetRefused() {
    const mode = views()
    if (mode === 'with identity') return
    waiting = mode === 'none' ? [] : waiting.filter((event) => !named.has(event))
  }

  async function flush() {
    forgetRefused()
    if (waiting.length === 0 || isSending) return
    const batch = waiting.slice(0, UI_EVENTS_PER_CALL)
    isSending = true
    const isTaken = await deps.post(batch).then(
      () => true,
      () => false,
    )
    isSending = false
    if (isTaken) waiting = waiting.filter((event) => !batch.includes(event))
    if (waiting.length > 0) flushAfter(isTaken ? BATCH_MS : RETRY_MS)
  }

  return {
    seen(what) {
      const mode = views()
      if (mode === 'none' || (mode === 'without identity' && what.imageId !== null)) return
      const session = mode === 'with identity' ? kept.go() : nobody(clock.now())
      const key = `${session.id} ${what.propertyId} ${what.imageId}`
      if (sent.has(key)) return
      sent.add(key)
      const event = eventOf(what, mode === 'with identity' ? session : { ...session, id: newId() })
      if (mode === 'with identity') named.add(event)
      waiting = [...waiting, event].slice(-WAITING_MAX)
      flushAfter(BATCH_MS)
    },
    leaving() {
      forgetRefused()
      while (waiting.length > 0) {
        // A batch that is on its way may arrive twice; the server counts it once.
        if (!deps.beacon(waiting.slice(0, UI_EVENTS_PER_CALL))) return
        waiting = waiting.slice(UI_EVENTS_PER_CALL)
      }
    },
    dispose: () => stopTimer?.(),
  }
}

/** Each view is separate: nothing links two views of one person. */
const nobody = (nowMs: number): UiSession => ({
  id: '',
  userId: null,
  createdAt: nowMs,
  activityStart: nowMs,
  lastActivity: nowMs,
})

function eventOf({ propertyId, imageId }: Seen, session: UiSession): UiEventWire {
  const iso = (atMs: number) => new Date(atMs).toISOString()
  return {
    event_type_slug: imageId === null ? 'property_viewed' : 'property_image_viewed',
    session_id: session.id,
    userId: session.userId,
    lastActivity: iso(session.lastActivity),
    createdAt: iso(session.createdAt),
    activityStart: iso(session.activityStart),
    property_id: propertyId,
    image_id: imageId || null,
  }
}

/** In the storage all tabs share; where that is blocked, the page has a session of its own. */
function sessionStore({ clock, storage, userId, newId }: AnalyticsDeps) {
  let own: UiSession | null = null
  return {
    go(): UiSession {
      const last = attempt(() => readSession(storage().getItem(SESSION_KEY))) ?? own
      const session = sessionAt(last, { userId: userId(), nowMs: clock.now(), newId })
      own = session
      attempt(() => storage().setItem(SESSION_KEY, JSON.stringify(session)))
      return session
    },
  }
}

function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch {
    return null
  }
}

export interface UiSession {
  readonly id: string
  readonly userId: number | null
  /** All in milliseconds since 1970. */
  readonly createdAt: number
  /** When this stretch of activity began. */
  readonly activityStart: number
  readonly lastActivity: number
}

interface Visit {
  userId: number | null
  nowMs: number
  newId: () => string
}

/**
 * The analytics session (spec sections 3, 4 and 9): one for all tabs, a new one for another person or after two idle
 * hours. Pure. The session of this moment: the last one gone on with, or a new one.
 */
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
function readSession(text: string | null): UiSession | null {
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
