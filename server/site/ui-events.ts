/** Keeps what was looked at: once per thing and session, by whoever the session belongs to (APP-40, 43). */

import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { UiEventWire } from '#shared/contract/site-config.ts'
import type { Viewer } from './viewer.ts'

/**
 * Events with an instant that is none, of a property that is gone, or of the seller's own, are left out in silence: a
 * beacon reads no answer. The customer is the session's, and only when the event says the same.
 */
export async function recordViews(
  db: Database,
  viewer: Viewer,
  events: readonly UiEventWire[],
): Promise<void> {
  const foreign = await propertiesOfOthers(db, viewer, [...new Set(events.map((event) => event.property_id))])
  const rows = events.flatMap((event) => {
    const activityStart = instantOf(event.activityStart)
    const lastActivity = instantOf(event.lastActivity)
    if (!activityStart || !lastActivity || !foreign.has(event.property_id)) return []
    return {
      event_type_slug: event.event_type_slug,
      session_id: event.session_id,
      customer_id: event.userId === viewer.customerId ? viewer.customerId : null,
      property_id: event.property_id,
      image_id: event.image_id ?? null,
      activity_start: activityStart,
      last_activity: lastActivity,
      seen_at: NOW,
    }
  })
  if (rows.length === 0) return
  // A repeat after a lost answer finds `ui_events_once`.
  await db
    .insertInto('ui_events')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** By primary key. */
async function propertiesOfOthers(db: Database, viewer: Viewer, ids: number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('properties').select(['id', 'account_id']).where('id', 'in', ids).execute()
  return new Set(rows.filter((row) => row.account_id !== viewer.accountId).map((row) => row.id))
}

/** Null for what is no instant of this century: Postgres would refuse the whole batch. */
function instantOf(text: string): Date | null {
  const ms = Date.parse(text)
  return ms >= EARLIEST_MS && ms < LATEST_MS ? new Date(ms) : null
}

const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)
