/** What members of an account want to be told where, and what goes out to them, in the tables that buyers have for it. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const MEMBER = 'member_id bigint references account_members (id) on delete cascade'

const STATEMENTS = [
  // IANA; null while the member has not chosen one.
  'alter table account_members add column time_zone text',

  'alter table notification_preferences drop constraint notification_preferences_pkey',
  `alter table notification_preferences
    alter column customer_id drop not null,
    add column ${MEMBER},
    add check (num_nonnulls(customer_id, member_id) = 1),
    add unique (customer_id, type, channel),
    add unique (member_id, type, channel)`,

  'alter table quiet_hours drop constraint quiet_hours_pkey',
  `alter table quiet_hours
    alter column customer_id drop not null,
    add column ${MEMBER},
    add check (num_nonnulls(customer_id, member_id) = 1),
    add unique (customer_id),
    add unique (member_id)`,

  'alter table deliveries drop constraint deliveries_check',
  `alter table deliveries
    add column ${MEMBER},
    -- Not sent once this message is read.
    add column message_id bigint references messages (id) on delete cascade,
    add check (num_nonnulls(customer_id, member_id, recipient) > 0)`,
  'create index deliveries_member on deliveries (member_id, channel, ended_at desc) where member_id is not null',
  'create index deliveries_message on deliveries (message_id) where message_id is not null',
]
