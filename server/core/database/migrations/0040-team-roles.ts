/** Two more roles of a seller's team, people who are paused, and people who are invited. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table account_members drop constraint account_members_role_check',
  `alter table account_members add constraint account_members_role_check
    check (role in ('administrator', 'manager', 'agent', 'read_only'))`,
  'alter table account_members add column paused_at timestamptz(3), add column invited_at timestamptz(3)',
  'create index chats_assigned on chats (assigned_to) where assigned_to is not null',
]
