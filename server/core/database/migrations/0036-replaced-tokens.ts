/** Earlier tokens of a session: one of them that comes back is a copy (server/accounts/login/sessions.ts). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table replaced_tokens (
    token_hash bytea primary key,
    session_id bigint not null references access_tokens (id) on delete cascade,
    replaced_at timestamptz(3) not null default now())`,
  'create index replaced_tokens_session on replaced_tokens (session_id)',
  'create index replaced_tokens_expiry on replaced_tokens (replaced_at)',
]
