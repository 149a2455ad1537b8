/**
 * What the card provider says by itself: kept first, then applied, so that nothing it said is lost and the same thing said twice
 * does what it does once. An event that could not be applied is tried again by the sweep, and may be replayed by hand.
 */
import type { Selectable } from 'kysely'
import type { ProviderEventsTable } from '#server/database/money-tables.ts'
import type { Database } from '#server/database/open.ts'
import { applyEnding } from '#server/money/charge.ts'
import type { MoneyDeps } from '#server/money/money-deps.ts'
import { type PaymentRow, paymentById, paymentByRef } from '#server/money/payments.ts'
import type { BillingEvent } from './billing-provider.ts'

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

/** Events that wait since before this time, the oldest first. Each failure is written to its row. */
export async function replayWaiting(deps: MoneyDeps, beforeMs: number): Promise<void> {
  const rows = await deps.db
    .selectFrom('provider_events')
    .selectAll()
    .where('provider', '=', deps.parts.billing.name)
    .where('applied_at', 'is', null)
    .where('received_at', '<', new Date(beforeMs))
    .orderBy('received_at')
    .limit(EVENTS_AT_ONCE)
    .execute()
  for (const row of rows)
    await applyEvent(deps, row).catch((error: unknown) =>
      deps.log.warn({ err: error, event: row.event_ref }, 'what the card provider said could not be applied'),
    )
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
