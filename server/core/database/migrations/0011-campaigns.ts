/** The buyers of an account, and what it sends to many of them: for whom, how far it is, and who was left out and why. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const ID = 'id bigint generated always as identity primary key'
const ACCOUNT = 'account_id bigint not null references accounts (id) on delete cascade'
const CREATED = 'created_at timestamptz(3) not null default clock_timestamp()'

const STATEMENTS = [
  `create table account_buyers (
    ${ID},
    ${ACCOUNT},
    -- Null for who was imported and has no account here yet.
    customer_id bigint references customers (id) on delete cascade,
    -- As imported, in lower case; null for who came by themselves.
    email text,
    name text,
    source text not null check (source in ('conversation', 'attached', 'import')),
    tags jsonb not null default '[]',
    has_consent boolean not null default false,
    consent_at timestamptz(3),
    -- Who says that there is consent.
    imported_by bigint references account_members (id) on delete set null,
    ${CREATED},
    check (customer_id is not null or email is not null),
    unique (account_id, customer_id),
    unique (account_id, email))`,
  'create index account_buyers_latest on account_buyers (account_id, id desc)',
  'create index account_buyers_customer on account_buyers (customer_id)',
  `insert into account_buyers (account_id, customer_id, source, created_at)
    select account_id, customer_id, 'conversation', created_at from chats order by id`,
  `create function chats_note_buyer() returns trigger language plpgsql as $$
    begin
      insert into account_buyers (account_id, customer_id, source) values (new.account_id, new.customer_id, 'conversation')
      on conflict (account_id, customer_id) do nothing;
      return null;
    end $$`,
  'create trigger chats_buyer after insert on chats for each row execute function chats_note_buyer()',

  `create table campaigns (
    ${ID},
    ${ACCOUNT},
    member_id bigint references account_members (id) on delete set null,
    kind text not null check (kind in ('blast', 'deals_digest')),
    channel text check (channel in ('sms', 'email')),
    subject text,
    body text,
    property_ids jsonb not null default '[]',
    audience jsonb not null default '{}',
    -- The house it offers, and its words: who had them is left out.
    house text,
    words text not null,
    state text not null check (state in ('scheduled', 'sending', 'sent', 'cancelled')),
    send_at timestamptz(3) not null,
    -- The audience is found in portions; null when all of it is.
    found_up_to bigint default 0,
    finished_at timestamptz(3),
    -- Once it is out.
    stats jsonb,
    ${CREATED})`,
  'create index campaigns_account on campaigns (account_id, id desc)',
  `create index campaigns_open on campaigns (send_at) where state in ('scheduled', 'sending')`,

  `create table campaign_recipients (
    campaign_id bigint not null references campaigns (id) on delete cascade,
    customer_id bigint not null references customers (id) on delete cascade,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'left_out')),
    -- Of who is left out.
    reason text,
    -- The first one, of a digest.
    message_id bigint references messages (id) on delete set null,
    sent_at timestamptz(3),
    -- Stands for this buyer in the link of the mail or text.
    link_key text,
    clicked_at timestamptz(3),
    primary key (campaign_id, customer_id))`,
  `create index campaign_recipients_waiting on campaign_recipients (campaign_id, customer_id) where state = 'waiting'`,
  'create index campaign_recipients_state on campaign_recipients (campaign_id, state, reason)',
  'create index campaign_recipients_customer on campaign_recipients (customer_id, sent_at desc) where sent_at is not null',
  'create unique index campaign_recipients_link on campaign_recipients (link_key) where link_key is not null',
  'create index campaign_recipients_message on campaign_recipients (message_id) where message_id is not null',
]
