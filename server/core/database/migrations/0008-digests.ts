/** Digests of what fits a buyer: when the next one is due, and which deals were told in one, so that none is told twice. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Whoever has boxes is asked every morning; at first it is only found out when that is.
  `alter table matched_customers add column digest_at timestamptz(3) not null default '-infinity'`,
  'create index matched_customers_digest on matched_customers (digest_at)',
  `create table digested_deals (
    customer_id bigint not null references customers (id) on delete cascade,
    property_id bigint not null references properties (id) on delete cascade,
    sent_at timestamptz(3) not null,
    primary key (customer_id, property_id))`,
  'create index digested_deals_property on digested_deals (property_id)',
]
