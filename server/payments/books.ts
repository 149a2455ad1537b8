/** Whether the books are right, asked of the whole ledger: it reads every entry, so it is for a sweep and for an administrator. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'

/** What is wrong, in words with numbers to look for; empty when nothing is. */
export async function faultsOfBooks(db: Database): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'transaction ' || transaction_id || ' adds up to ' || sum(amount_cents) as fault
      from ledger_entries group by transaction_id having sum(amount_cents) <> 0
    union all
    select 'transaction ' || t.id || ' has no entries'
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id where e.id is null
    union all
    select a.kind || ' of customer ' || a.customer_id || ' is ' || sum(e.amount_cents)
      from ledger_accounts a join ledger_entries e on e.ledger_account_id = a.id
      where a.customer_id is not null group by a.id having sum(e.amount_cents) < 0
    union all
    select 'payment ' || p.id || ' of ' || p.amount_cents || ' is booked with ' || coalesce(sum(e.amount_cents), 0)
      from payments p
      left join ledger_transactions t on t.cause = 'payment:' || p.id
      left join ledger_entries e on e.transaction_id = t.id and e.amount_cents > 0
      where p.state = 'succeeded' group by p.id having coalesce(sum(e.amount_cents), 0) <> p.amount_cents
    union all
    select 'payment ' || p.id || ' is ' || p.state || ' and booked'
      from payments p join ledger_transactions t on t.cause = 'payment:' || p.id where p.state <> 'succeeded'
    union all
    select a.kind || ' of customer ' || a.customer_id || ', who has left, is ' || sum(e.amount_cents)
      from ledger_accounts a join ledger_entries e on e.ledger_account_id = a.id
      where a.customer_id is not null and not exists (select 1 from customers c where c.id = a.customer_id)
      group by a.id having sum(e.amount_cents) <> 0
    union all
    select 'suspense is ' || sum(e.amount_cents)
      from ledger_accounts a join ledger_entries e on e.ledger_account_id = a.id
      where a.kind = 'suspense' group by a.id having sum(e.amount_cents) < 0
    union all
    select 'open withdrawals are ' || open.cents || ', the ledger holds ' || coalesce(sum(e.amount_cents), 0)
      from ledger_accounts a
      left join ledger_entries e on e.ledger_account_id = a.id
      cross join (select coalesce(sum(amount_cents), 0)::bigint as cents from withdrawals
        where state in ('sending', 'requested')) as open
      where a.kind = 'payouts'
      group by a.id, open.cents having open.cents <> coalesce(sum(e.amount_cents), 0)
    union all
    select 'deposits of customer ' || a.customer_id || ' are ' || coalesce(held.cents, 0) || ', the ledger holds ' || coalesce(sum(e.amount_cents), 0)
      from ledger_accounts a
      left join ledger_entries e on e.ledger_account_id = a.id
      left join (select customer_id, sum(amount_cents) as cents from deposits
        where state in ('current', 'refund_requested') group by customer_id) held on held.customer_id = a.customer_id
      where a.kind = 'deposit'
      group by a.id, held.cents having coalesce(held.cents, 0) <> coalesce(sum(e.amount_cents), 0)`.execute(
    db,
  )
  return rows.map(({ fault }) => fault)
}
