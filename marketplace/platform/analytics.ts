/**
 * Tells the server which deals and pictures were looked at (spec section 7, `/ui-events`): once per thing and session, in
 * batches, by beacon when the page goes away. Keeps and sends nothing while it may not. Fetched when first needed.
 */
import { UI_EVENTS_PER_CALL } from '#shared/contract/limits.ts'
import type { UiEventWire } from '#shared/contract/plumbing.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { readSession, sessionAt, type UiSession } from './ui-session.ts'

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
  isAllowed: () => boolean
  newId: () => string
  /** Rejects when the server did not take them. */
  post: (events: UiEventWire[]) => Promise<unknown>
  /** False when the browser did not take them. */
  beacon: (events: UiEventWire[]) => boolean
}

const KEY = 'plat.session'
/** Things seen shortly after one another leave together. */
const BATCH_MS = 3000
const RETRY_MS = 15_000
/** An outage does not fill the memory; the oldest are dropped. */
const WAITING_MAX = 500

export function createAnalytics(deps: AnalyticsDeps): Analytics {
  const { clock, isAllowed } = deps
  const kept = sessionStore(deps)
  const sent = new Set<string>()
  let waiting: UiEventWire[] = []
  let stopTimer: (() => void) | null = null
  let isSending = false

  function flushAfter(ms: number) {
    stopTimer ??= clock.after(ms, () => {
      stopTimer = null
      void flush()
    })
  }

  async function flush() {
    if (!isAllowed()) waiting = []
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
      if (!isAllowed()) return
      const session = kept.go()
      const key = `${session.id} ${what.propertyId} ${what.imageId}`
      if (sent.has(key)) return
      sent.add(key)
      waiting = [...waiting, eventOf(what, session)].slice(-WAITING_MAX)
      flushAfter(BATCH_MS)
    },
    leaving() {
      if (!isAllowed()) waiting = []
      while (waiting.length > 0) {
        // A batch that is on its way may arrive twice; the server counts it once.
        if (!deps.beacon(waiting.slice(0, UI_EVENTS_PER_CALL))) return
        waiting = waiting.slice(UI_EVENTS_PER_CALL)
      }
    },
    dispose: () => stopTimer?.(),
  }
}

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
      const last = attempt(() => readSession(storage().getItem(KEY))) ?? own
      const session = sessionAt(last, { userId: userId(), nowMs: clock.now(), newId })
      own = session
      attempt(() => storage().setItem(KEY, JSON.stringify(session)))
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
