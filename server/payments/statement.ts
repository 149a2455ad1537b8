/**
 * The statement of a wallet: what was booked, with the balance after each, and the payments that have moved nothing. Balances are
 * added up over everything that was booked, so a filter changes which rows are shown and not what they say.
 */
import { type SqlBool, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { TransactionKind, TransactionWire } from '#shared/contract/money.ts'

export interface StatementFilter {
  kind?: TransactionKind | undefined
  /** Days as YYYY-MM-DD in UTC, both included. */
  from?: string | undefined
  to?: string | undefined
}

interface StatementRow extends Omit<TransactionWire, 'created_at' | 'amount_cents' | 'balance_cents'> {
  amount_cents: number | string
  balance_cents: number | string | null
  created_at: Date | string
}

/** The latest first. By ledger_transactions_customer, ledger_entries_transaction and payments_customer. */
export async function statementOf(
  db: Database,
  customerId: number,
  filter: StatementFilter,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<TransactionWire[]> {
  const { rows } = await sql<StatementRow>`
    with wallet as (
      select id from ledger_accounts where customer_id = ${customerId} and kind = 'wallet'),
    booked as (
      select 't' || t.id as id, t.kind, t.description, t.offer_id, t.created_at, t.id as place,
        coalesce(e.amount_cents, 0) as amount_cents,
        sum(coalesce(e.amount_cents, 0)) over (order by t.id)::bigint as balance_cents,
        case when w.state in ('sending', 'requested') then 'pending'
          when w.state = 'returned' then 'returned'
          when t.kind <> 'deposit_hold' then 'completed'
          when d.state in ('current', 'refund_requested') then 'held' else 'released' end as status
      from ledger_transactions t
      left join ledger_entries e on e.transaction_id = t.id and e.ledger_account_id = (select id from wallet)
      left join deposits d on d.id = t.deposit_id
      left join withdrawals w on w.id = t.withdrawal_id and t.kind = 'withdrawal'
      -- Moves nothing in the wallet: its withdrawal says that it is paid.
      where t.customer_id = ${customerId} and t.kind <> 'withdrawal_paid'),
    unpaid as (
      select 'p' || p.id as id, 'top_up' as kind, coalesce(b.brand || ' ending ' || b.last_four, 'Card') as description,
        null::bigint as offer_id, p.created_at, p.id as place, p.amount_cents, null::bigint as balance_cents,
        case when p.state in ('declined', 'cancelled') then 'failed' else 'pending' end as status
      from payments p
      left join billing_infos b on b.id = p.billing_info_id
      where p.customer_id = ${customerId} and p.state <> 'succeeded')
    select id, kind, description, offer_id, created_at, amount_cents, balance_cents, status
    from (select * from booked union all select * from unpaid) as line
    where ${fits(filter)}
    order by created_at desc, place desc
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map(wireOf)
}

function fits({ kind, from, to }: StatementFilter) {
  const parts = [
    ...(kind === undefined ? [] : [sql<SqlBool>`kind = ${kind}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${dayStart(from)}::timestamptz`]),
    ...(to === undefined
      ? []
      : [sql<SqlBool>`created_at < ${dayStart(to)}::timestamptz + interval '24 hours'`]),
  ]
  return parts.length === 0 ? sql<SqlBool>`true` : sql.join(parts, sql` and `)
}

/** The contract lets days through that no calendar has, and the year 0, which PostgreSQL has not; such a one is read as the first of the epoch. */
function dayStart(day: string): string {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return new Date(Number.isNaN(ms) ? 0 : Math.max(ms, 0)).toISOString()
}

const wireOf = (row: StatementRow): TransactionWire => ({
  ...row,
  amount_cents: Number(row.amount_cents),
  balance_cents: row.balance_cents === null ? null : Number(row.balance_cents),
  created_at: new Date(row.created_at).toISOString(),
})
