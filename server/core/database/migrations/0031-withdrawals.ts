/** Money out of wallets: what was asked for, held until it is paid out, and paid back to a card or by bank transfer. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table ledger_accounts drop constraint ledger_accounts_kind_check',
  `alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in
    ('wallet', 'deposit', 'provider', 'platform_fees', 'forfeited', 'adjustments', 'suspense', 'payouts', 'bank'))`,
  // Held until it is paid out, and what left by bank transfer.
  `insert into ledger_accounts (kind) values ('payouts'), ('bank')`,
  'alter table ledger_transactions drop constraint ledger_transactions_kind_check',
  `alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
    ('top_up', 'top_up_reversal', 'deposit_hold', 'deposit_refund', 'deposit_forfeit', 'deposit_applied',
      'platform_fee', 'fee_refund', 'adjustment', 'withdrawal', 'withdrawal_return', 'withdrawal_paid'))`,
  'alter table ledger_transactions add column withdrawal_id bigint',

  `create table withdrawals (
    id bigint generated always as identity primary key,
    -- No reference: what was paid out stays when a customer leaves.
    customer_id bigint not null,
    -- Of a deleted account, until the money is paid out.
    payee_name text,
    payee_email text,
    amount_cents bigint not null check (amount_cents > 0),
    method text not null check (method in ('card', 'bank')),
    state text not null check (state in ('sending', 'requested', 'paid', 'returned')),
    -- The charge that a card gets back.
    payment_id bigint references payments (id) on delete restrict,
    -- Sealed; gone when it is paid or returned.
    bank bytea,
    bank_last_four text,
    idempotency_key text not null,
    terms text not null,
    -- One call may go to several cards and an account.
    part smallint not null,
    reference text,
    note text,
    proposed_by bigint references staff (id) on delete set null,
    decided_by bigint references staff (id) on delete set null,
    asked_at timestamptz(3),
    settled_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    unique (customer_id, idempotency_key, part),
    check ((method = 'card') <= (payment_id is not null)))`,
  'create index withdrawals_customer on withdrawals (customer_id, id desc)',
  'create index withdrawals_payment on withdrawals (payment_id) where payment_id is not null',
  `create index withdrawals_open on withdrawals (created_at) where state in ('sending', 'requested')`,

  // What the embedded provider's bank paid back.
  `create table embedded_refunds (
    ref text primary key,
    charge text not null references embedded_charges (ref) on delete cascade,
    amount_cents bigint not null check (amount_cents > 0),
    created_at timestamptz(3) not null default now())`,
  'create index embedded_refunds_charge on embedded_refunds (charge)',
]
