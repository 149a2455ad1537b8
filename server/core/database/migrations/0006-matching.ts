/** Which deals fit whom: an index over the areas of buy boxes, one row for each deal that fits a buyer, and what the buyer did with it. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const CUSTOMER = 'customer_id bigint not null references customers (id) on delete cascade'
const PROPERTY = 'property_id bigint not null references properties (id) on delete cascade'
const BOX = 'box_id bigint not null references buy_boxes (id) on delete cascade'

const STATEMENTS = [
  // One row: up to which change of a deal everybody's boxes have been asked.
  `create table matching_progress (
    is_only boolean primary key default true check (is_only),
    revision bigint not null default 0)`,
  'insert into matching_progress default values',

  // Who has boxes, and whether something about them changed since they were last matched.
  `create table matched_customers (
    customer_id bigint primary key references customers (id) on delete cascade,
    -- Counts what happened to the boxes; up to which of it their areas are in the index, and deals were asked.
    changes bigint not null default 1,
    indexed_changes bigint not null default 0,
    matched_changes bigint not null default 0,
    changed_at timestamptz(3) not null default clock_timestamp(),
    -- A node is at it until then.
    claimed_until timestamptz(3) not null default '-infinity',
    -- Of the score its matches are from.
    score_version integer not null default 0)`,
  `create index matched_customers_due on matched_customers (changed_at, customer_id) where matched_changes < changes`,
  `insert into matched_customers (customer_id) select distinct customer_id from buy_boxes`,

  // What a box asks for, as the score reads it, and the words its areas share with deals in them.
  `create table box_rules (
    box_id bigint primary key references buy_boxes (id) on delete cascade,
    rules jsonb not null)`,
  `create table box_areas (
    key text not null,
    ${BOX},
    ${CUSTOMER},
    -- Of its hard criteria; a deal outside is not looked at closer.
    price_min double precision not null default 0,
    price_max double precision not null default 'infinity',
    primary key (key, box_id))`,
  'create index box_areas_box on box_areas (box_id)',
  'create index box_areas_customer on box_areas (customer_id)',
  'create index geotags_box on geotags (buy_box_id)',

  `create table matches (
    ${CUSTOMER},
    ${PROPERTY},
    -- The one of the buyer's boxes that it fits best.
    ${BOX},
    score smallint not null check (score between 0 and 100),
    score_version integer not null,
    reasons jsonb not null,
    -- The change of the deal that was scored.
    revision bigint not null,
    cause text not null check (cause in ('deal', 'box')),
    -- What does not fit any more is kept, so that it is not new when it fits again.
    is_current boolean not null default true,
    found_at timestamptz(3) not null,
    primary key (customer_id, property_id))`,
  'create index matches_feed on matches (customer_id, found_at desc, property_id desc) where is_current',
  'create index matches_property on matches (property_id)',
  'create index matches_box on matches (box_id)',

  // Also of deals that fit no box.
  `create table deal_marks (
    ${CUSTOMER},
    ${PROPERTY},
    seen_at timestamptz(3),
    hidden_at timestamptz(3),
    primary key (customer_id, property_id))`,
  'create index deal_marks_hidden on deal_marks (customer_id, hidden_at desc) where hidden_at is not null',
  'create index deal_marks_property on deal_marks (property_id)',
]
