/** What a job could not do: how often it was tried, why it failed, when it is tried again, and what was given up. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table failed_work (
    id bigint generated always as identity primary key,
    -- The kind of work, and which one of it, e.g. 'offers' and '12'. No reference: the thing may be gone.
    kind text not null,
    item text not null,
    tries int not null,
    error text not null,
    first_failed_at timestamptz(3) not null,
    last_failed_at timestamptz(3) not null,
    -- Infinity for what is not tried again by itself.
    next_try_at timestamptz(3) not null,
    given_up_at timestamptz(3),
    dismissed_at timestamptz(3),
    -- Why it was dismissed.
    note text,
    unique (kind, item))`,
  'create index failed_work_next on failed_work (kind, next_try_at) where given_up_at is null',
  'create index failed_work_given_up on failed_work (kind, id desc) where given_up_at is not null',
]
