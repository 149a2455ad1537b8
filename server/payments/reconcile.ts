/** Payments that were left open are asked for again, and what the provider said and could not be applied is applied. Safe on several nodes at once. */
import { sql } from 'kysely'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { workThrough } from '#server/core/jobs/work-through.ts'
import type { Outcome } from '#server/providers/billing/billing-provider.ts'
import { applyEnding } from './charge.ts'
import type { MoneyDeps } from './money-deps.ts'
import type { PaymentRow } from './payments.ts'
import { replayWaiting } from './provider-events.ts'

const MINUTE_MS = 60_000
/** Until then the call that began it is still working on it. */
const LEFT_ALONE_MS = MINUTE_MS
/** The customer did not return from the bank's page. */
const GIVEN_UP_MS = 60 * MINUTE_MS
/** The provider does not know it: none of our calls takes that long. Money that arrives anyway is booked. */
const UNHEARD_MS = 10 * MINUTE_MS
const PAYMENTS_AT_ONCE = 100

/** A provider that is down for a day is asked again the next day. */
export const OPEN_PAYMENTS = workKind({
  name: 'open-payments',
  label: 'Unfinished payment',
  tries: 12,
  pauseMaxMs: 6 * 60 * MINUTE_MS,
})

export async function reconcile(deps: MoneyDeps): Promise<void> {
  const nowMs = deps.nowMs()
  await replayWaiting(deps, nowMs - LEFT_ALONE_MS)
  await workThrough(deps, OPEN_PAYMENTS, {
    nowMs,
    items: await leftOpen(deps, nowMs - LEFT_ALONE_MS),
    keyOf: ({ id }) => String(id),
    run: ([payment]) => askAgain(deps, payment, nowMs),
  })
}

async function askAgain(deps: MoneyDeps, payment: PaymentRow, nowMs: number): Promise<void> {
  const { id, customer_id: customerId, provider_ref: ref } = payment
  // Also for one that stays open, so that the oldest open ones do not block the others.
  await deps.db
    .updateTable('payments')
    .set({ asked_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
  const outcome = await deps.parts.billing.find({ paymentId: id, customerId, ref })
  const ageMs = nowMs - new Date(payment.created_at).getTime()
  if (ageMs > patienceMs(outcome)) await applyEnding(deps, payment, { state: 'cancelled' })
  else if (outcome) await applyEnding(deps, payment, outcome)
}

function patienceMs(outcome: Outcome | null): number {
  if (outcome === null) return UNHEARD_MS
  return outcome.state === 'requires_action' ? GIVEN_UP_MS : Number.POSITIVE_INFINITY
}

/** Those asked about longest ago first. By payments_open. */
const leftOpen = ({ db, parts, nowMs }: MoneyDeps, beforeMs: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', ['started', 'requires_action', 'pending'])
    .where('created_at', '<', new Date(beforeMs))
    .where('provider', '=', parts.billing.name)
    .where(mayBeTried(OPEN_PAYMENTS, sql`payments.id`, nowMs()))
    .orderBy(sql`coalesce(asked_at, created_at)`)
    .limit(PAYMENTS_AT_ONCE)
    .execute()
