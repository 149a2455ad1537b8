/**
 * Money in doubt: payments whose end is asked for in turn, payments that arrive after their owner has left, adjustments that a second
 * member of staff decides; and files that are named before they are deleted.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // When the end of an open payment was asked for last, so that each has its turn.
  'alter table payments add column asked_at timestamptz(3)',

  'alter table ledger_accounts drop constraint ledger_accounts_kind_check',
  `alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in
    ('wallet', 'deposit', 'provider', 'platform_fees', 'forfeited', 'adjustments', 'suspense'))`,
  // Money that came for somebody who has left.
  `insert into ledger_accounts (kind) values ('suspense')`,
  'alter table embedded_charges add column refunded_at timestamptz(3)',

  // Who decided, and the like; for staff alone.
  'alter table ledger_transactions add column meta jsonb',

  `create table adjustments (
    id bigint generated always as identity primary key,
    -- No reference: what was decided stays when a customer leaves.
    customer_id bigint not null,
    amount_cents bigint not null check (amount_cents <> 0),
    reason text not null,
    proposed_by bigint references staff (id) on delete set null,
    proposed_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    idempotency_key text not null,
    decision text check (decision in ('approved', 'declined')),
    decided_by bigint references staff (id) on delete set null,
    decided_at timestamptz(3),
    -- Why it was declined.
    note text,
    transaction_id bigint references ledger_transactions (id) on delete restrict,
    unique (proposed_by, idempotency_key))`,

  // Written in the transaction that forgets what named the file.
  `create table file_deletions (
    storage_key text primary key,
    queued_at timestamptz(3) not null)`,
  'create index file_deletions_due on file_deletions (queued_at)',
]
