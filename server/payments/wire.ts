/** Deposits and payments as the wire has them. */
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Settings } from '#server/site/settings/settings.ts'
import { FORFEIT_NOTICE_MS } from '#shared/contract/limits.ts'
import { DECLINE_CODES, type DepositWire, type PaymentWire } from '#shared/contract/money.ts'
import type { DepositRow } from './deposits.ts'
import type { PaymentRow } from './payments.ts'

const text = (at: Date | string) => new Date(at).toISOString()
const maybeText = (at: Date | string | null) => (at === null ? null : text(at))

export async function depositWire(db: Database, row: DepositRow, settings: Settings): Promise<DepositWire> {
  const active = await countActiveOffers(db, row.customer_id)
  const isHeld = row.state === 'current' || row.state === 'refund_requested'
  return {
    id: row.id,
    state: row.state,
    active_offers_count: active,
    offers_per_deposit_limit: settings.offersPerDepositLimit,
    amount_cents: Number(row.amount_cents),
    created_at: text(row.created_at),
    refundable_at: isHeld && active === 0 && row.forfeit_proposed_at === null ? text(row.created_at) : null,
    refund_requested_at: maybeText(row.refund_requested_at),
    forfeit: forfeitOf(row),
    payment_id: row.payment_id,
    history: historyOf(row),
  }
}

/** Of a customer without one: what the counters of the pages need. */
export async function noDepositWire(
  db: Database,
  customerId: number,
  settings: Settings,
): Promise<DepositWire> {
  return {
    id: null,
    state: null,
    active_offers_count: await countActiveOffers(db, customerId),
    offers_per_deposit_limit: settings.offersPerDepositLimit,
  }
}

function forfeitOf({ forfeit_reason, forfeit_proposed_at, appeal }: DepositRow): DepositWire['forfeit'] {
  if (forfeit_reason === null || forfeit_proposed_at === null) return null
  const decidedAfter = new Date(forfeit_proposed_at).getTime() + FORFEIT_NOTICE_MS
  return { reason: forfeit_reason, decided_after: new Date(decidedAfter).toISOString(), appeal }
}

/** As far as its row tells. */
function historyOf(row: DepositRow): NonNullable<DepositWire['history']> {
  const begun = row.state === 'pending' ? ('pending' as const) : ('current' as const)
  return [
    { state: begun, at: text(row.created_at), note: null },
    ...(row.refund_requested_at
      ? [{ state: 'refund_requested' as const, at: text(row.refund_requested_at), note: null }]
      : []),
    ...(row.ended_at ? [{ state: row.state, at: text(row.ended_at), note: row.forfeit_reason }] : []),
  ]
}

/** With what is printed on its card, also when that was removed since. By primary key. */
export async function paymentWire(db: Database, row: PaymentRow): Promise<PaymentWire> {
  const card = await db
    .selectFrom('billing_infos')
    .select(['brand', 'last_four'])
    .where('id', '=', row.billing_info_id ?? 0)
    .executeTakeFirst()
  return {
    id: row.id,
    purpose: row.purpose,
    state: row.state,
    amount_cents: Number(row.amount_cents),
    decline_code: DECLINE_CODES.find((code) => code === row.decline_code) ?? null,
    action: row.action,
    card: card ?? null,
    created_at: text(row.created_at),
    settled_at: maybeText(row.settled_at),
  }
}
