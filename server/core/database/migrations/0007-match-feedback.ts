/** What customers were not interested in and why, with what the deal was then: it moves the weights of their match score. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table match_feedback (
        customer_id bigint not null references customers (id) on delete cascade,
        property_id bigint not null references properties (id) on delete cascade,
        reason text not null check (reason in ('price', 'area', 'type', 'size', 'condition', 'seller')),
        zip text,
        property_type_id integer,
        condition integer,
        arv_percentage double precision,
        account_id bigint,
        created_at timestamptz(3) not null default clock_timestamp(),
        primary key (customer_id, property_id))`,
    )
    .execute(db)
  await sql.raw('create index match_feedback_property on match_feedback (property_id)').execute(db)
}
