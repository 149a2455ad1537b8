/**
 * What the card provider says by itself: kept first, then applied, so that nothing it said is lost and the same thing said twice
 * does what it does once. An event that could not be applied is tried again by the sweep, and may be replayed by hand.
 */
import { type Selectable, sql } from 'kysely'
import type { ProviderEventsTable } from '#server/core/database/money-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { workThrough } from '#server/core/jobs/work-through.ts'
import type { BillingEvent } from '#server/providers/billing/billing-provider.ts'
import { applyEnding } from './charge.ts'
import type { MoneyDeps } from './money-deps.ts'
import { type PaymentRow, paymentById, paymentByRef } from './payments.ts'

type EventRow = Selectable<ProviderEventsTable>

/** Kept and applied. Rejects when the provider had to be asked and did not answer; it then sends the webhook again. */
export async function receiveEvent(deps: MoneyDeps, { eventRef, payload }: BillingEvent): Promise<void> {
  const provider = deps.parts.billing.name
  await deps.db
    .insertInto('provider_events')
    .values({ provider, event_ref: eventRef, payload: JSON.stringify(payload) })
    .onConflict((clash) => clash.columns(['provider', 'event_ref']).doNothing())
    .execute()
  const row = await eventOf(deps.db, provider, eventRef)
  if (row && row.applied_at === null) await applyEvent(deps, row)
}

/** Also for one that was applied before: a payment that has moved on stays where it is. */
export async function replayEvent(deps: MoneyDeps, eventRef: string): Promise<boolean> {
  const row = await eventOf(deps.db, deps.parts.billing.name, eventRef)
  if (row) await applyEvent(deps, row)
  return row !== undefined
}

export const PROVIDER_EVENTS = workKind({
  name: 'provider-events',
  label: 'Card provider event',
  tries: 12,
  pauseMaxMs: 6 * 60 * 60_000,
})

/** Events that wait since before this time, the oldest first. The last failure of each is also in its row. */
export async function replayWaiting(deps: MoneyDeps, beforeMs: number): Promise<void> {
  const nowMs = deps.nowMs()
  const key = sql`provider_events.provider || ':' || event_ref`
  const items = await deps.db
    .selectFrom('provider_events')
    .selectAll()
    .where('provider', '=', deps.parts.billing.name)
    .where('applied_at', 'is', null)
    .where('received_at', '<', new Date(beforeMs))
    .where(mayBeTried(PROVIDER_EVENTS, key, nowMs))
    .orderBy('received_at')
    .limit(EVENTS_AT_ONCE)
    .execute()
  await workThrough(deps, PROVIDER_EVENTS, {
    nowMs,
    items,
    keyOf: ({ provider, event_ref }) => `${provider}:${event_ref}`,
    run: ([row]) => applyEvent(deps, row),
  })
}

const EVENTS_AT_ONCE = 100

async function applyEvent(deps: MoneyDeps, row: EventRow): Promise<void> {
  try {
    const about = await deps.parts.billing.resolve(row.payload)
    const payment = about ? await paymentOf(deps.db, row.provider, about) : null
    if (about && payment) await applyEnding(deps, payment, about.outcome)
    await note(deps.db, row, {
      appliedAt: new Date(deps.nowMs()),
      problem: payment ? null : 'It is about no payment of ours.',
    })
  } catch (error) {
    await note(deps.db, row, { appliedAt: null, problem: String((error as Error).message) })
    throw error
  }
}

/** By payments_ref, or by the number we gave it when its own name is not known here yet. */
async function paymentOf(
  db: Database,
  provider: string,
  { ref, paymentId }: { ref: string; paymentId: number | null },
): Promise<PaymentRow | null> {
  const known = await paymentByRef(db, provider, ref)
  if (known) return known
  const named = paymentId === null ? undefined : await paymentById(db, paymentId)
  return named?.provider === provider && named.provider_ref === null ? named : null
}

/** By primary key. */
const eventOf = (db: Database, provider: string, eventRef: string): Promise<EventRow | undefined> =>
  db
    .selectFrom('provider_events')
    .selectAll()
    .where('provider', '=', provider)
    .where('event_ref', '=', eventRef)
    .executeTakeFirst()

async function note(
  db: Database,
  row: EventRow,
  { appliedAt, problem }: { appliedAt: Date | null; problem: string | null },
): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ problem, ...(appliedAt ? { applied_at: appliedAt } : {}) })
    .where('provider', '=', row.provider)
    .where('event_ref', '=', row.event_ref)
    .execute()
}
