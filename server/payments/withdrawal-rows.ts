/** The rows of withdrawals, what they say to their customer, and what of a charge can still go back to its card. */
import { type Selectable, sql } from 'kysely'
import type { WithdrawalsTable } from '#server/core/database/money-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { CARD_REFUND_MS } from '#shared/contract/limits.ts'
import type { WithdrawalWire } from '#shared/contract/withdrawals.ts'

export type WithdrawalRow = Selectable<WithdrawalsTable>

/** A charge whose money can go back, with what is printed on its card. */
export interface CardRoute {
  paymentId: number
  brand: string
  lastFour: string
  amountCents: number
}

/**
 * The latest charge first. Not one that is older than cards take back, that was reversed, or whose card refused a refund. Lock the
 * wallet first to rely on it. By payments_customer, withdrawals_payment and ledger_transactions_cause.
 */
export async function cardRoutes(
  db: Database,
  customerId: number,
  { provider, nowMs }: { provider: string; nowMs: number },
): Promise<CardRoute[]> {
  const since = new Date(nowMs - CARD_REFUND_MS).toISOString()
  const { rows } = await sql<{ id: number; brand: string; last_four: string; left_cents: number | string }>`
    select p.id, coalesce(b.brand, 'Card') as brand, coalesce(b.last_four, '') as last_four,
      p.amount_cents - coalesce((select sum(w.amount_cents) from withdrawals w
        where w.payment_id = p.id and w.state in ('sending', 'paid')), 0) as left_cents
    from payments p
    left join billing_infos b on b.id = p.billing_info_id
    where p.customer_id = ${customerId} and p.state = 'succeeded' and p.provider = ${provider}
      and p.provider_ref is not null and p.settled_at > ${since}::timestamptz
      and not exists (select 1 from ledger_transactions t where t.cause = 'reversal:payment:' || p.id)
      and not exists (select 1 from withdrawals w where w.payment_id = p.id and w.state = 'returned')
    order by p.id desc`.execute(db)
  return rows
    .map((row) => ({
      paymentId: row.id,
      brand: row.brand,
      lastFour: row.last_four,
      amountCents: Number(row.left_cents),
    }))
    .filter(({ amountCents }) => amountCents > 0)
}

/** Of one charge, on its way or there. By withdrawals_payment. */
export async function sentBackCents(db: Database, paymentId: number): Promise<number> {
  const { cents } = await db
    .selectFrom('withdrawals')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['sending', 'paid'])
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** Of one charge, by reversal and by withdrawals that are paid. By ledger_transactions_cause and withdrawals_payment. */
export async function bookedBackCents(db: Database, paymentId: number): Promise<number> {
  const { rows } = await sql<{ cents: number | string }>`
    select coalesce((select sum(e.amount_cents) from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id and e.amount_cents > 0
        where t.cause = ${`reversal:payment:${paymentId}`}), 0)
      + coalesce((select sum(amount_cents) from withdrawals
        where payment_id = ${paymentId} and state = 'paid'), 0) as cents`.execute(db)
  return Number(rows[0]?.cents ?? 0)
}

/** By the unique index. */
export const withdrawalsWithKey = (db: Database, customerId: number, key: string): Promise<WithdrawalRow[]> =>
  db
    .selectFrom('withdrawals')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .orderBy('part')
    .execute()

/** By primary key; locked until the transaction ends. */
export const lockWithdrawal = (trx: Database, id: number): Promise<WithdrawalRow | undefined> =>
  trx.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** A member of staff may have sent the money already. */
export const isTakenOn = (row: Pick<WithdrawalRow, 'taken_at' | 'reference'>): boolean =>
  row.taken_at !== null || row.reference !== null

/** The note of a withdrawal that its owner cancelled, as its owner reads it. Stored, and compared by the console: a new text needs a migration. */
export const CANCELLED_BY_OWNER = 'You cancelled it.'

/** With the card of the charge. By primary keys. */
export const shownWithdrawals = (db: Database) =>
  db
    .selectFrom('withdrawals')
    .leftJoin('payments', 'payments.id', 'withdrawals.payment_id')
    .leftJoin('billing_infos', 'billing_infos.id', 'payments.billing_info_id')
    .selectAll('withdrawals')
    .select(['billing_infos.brand', 'billing_infos.last_four'])

type ShownRow = Awaited<ReturnType<ReturnType<typeof shownWithdrawals>['executeTakeFirstOrThrow']>>

export const withdrawalWire = (row: ShownRow): WithdrawalWire => ({
  id: row.id,
  amount_cents: Number(row.amount_cents),
  method: row.method,
  state: row.state,
  card:
    row.method === 'card' && row.brand !== null ? { brand: row.brand, last_four: row.last_four ?? '' } : null,
  bank_last_four: row.bank_last_four,
  // A transfer that no second member of staff has confirmed is not paid yet.
  reference: row.state === 'paid' ? row.reference : null,
  note: row.note,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  can_cancel: row.state === 'requested' && !isTakenOn(row),
})
