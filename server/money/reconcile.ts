/** Payments that were left open are asked for again, and what the provider said and could not be applied is applied. Safe on several nodes at once. */

import type { Outcome } from '#server/billing/billing-provider.ts'
import { replayWaiting } from '#server/billing/provider-events.ts'
import { applyEnding } from './charge.ts'
import type { MoneyDeps } from './money-deps.ts'
import type { PaymentRow } from './payments.ts'

const MINUTE_MS = 60_000
/** Whoever began it is still at it before that. */
const LEFT_ALONE_MS = MINUTE_MS
/** The provider never heard of it, or nobody came back from the bank's page. */
const GIVEN_UP_MS = 60 * MINUTE_MS
const PAYMENTS_AT_ONCE = 100

export async function reconcile(deps: MoneyDeps): Promise<void> {
  const nowMs = deps.nowMs()
  await replayWaiting(deps, nowMs - LEFT_ALONE_MS)
  for (const payment of await leftOpen(deps, nowMs - LEFT_ALONE_MS))
    await askAgain(deps, payment, nowMs).catch((error: unknown) =>
      deps.log.warn({ err: error, payment: payment.id }, 'an open payment could not be asked for'),
    )
}

async function askAgain(deps: MoneyDeps, payment: PaymentRow, nowMs: number): Promise<void> {
  const { id, customer_id: customerId, provider_ref: ref } = payment
  const outcome = await deps.parts.billing.find({ paymentId: id, customerId, ref })
  const isOld = new Date(payment.created_at).getTime() < nowMs - GIVEN_UP_MS
  if (isOld && isUnfinished(outcome)) await applyEnding(deps, payment, { state: 'cancelled' })
  else if (outcome) await applyEnding(deps, payment, outcome)
}

const isUnfinished = (outcome: Outcome | null) => outcome === null || outcome.state === 'requires_action'

/** The oldest first. By payments_open. */
const leftOpen = ({ db, parts }: MoneyDeps, beforeMs: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', ['started', 'requires_action', 'pending'])
    .where('created_at', '<', new Date(beforeMs))
    .where('provider', '=', parts.billing.name)
    .orderBy('created_at')
    .limit(PAYMENTS_AT_ONCE)
    .execute()
