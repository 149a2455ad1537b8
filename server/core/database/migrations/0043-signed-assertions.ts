/** What verifies the signed assertions of a seller's site, and which of them were used. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table server_keys add column secret_sealed bytea',
  'alter table server_keys add column former_sealed bytea',
  'alter table server_keys add column jwks jsonb',
  `create table used_assertions (
    server_key_id bigint not null references server_keys (id) on delete cascade,
    jti_hash bytea not null,
    expires_at timestamptz(3) not null,
    primary key (server_key_id, jti_hash))`,
  'create index used_assertions_expiry on used_assertions (server_key_id, expires_at)',
]
