/**
 * Consent to texts by purpose. An earlier opt-in becomes the purposes that its own words name: the box beside a number named matches,
 * sellers' blasts and open house reminders, the one at registration matches alone.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customer_phones add column text_consents jsonb not null default '{}',
    add column stopped_consents jsonb not null default '{}'`.execute(db)
  await sql`alter table sms_consents add column purposes jsonb`.execute(db)
  await sql`update customer_phones p set text_consents = ${GIVEN} where p.opted_in`.execute(db)
  await sql`update customer_phones p set stopped_consents = ${GIVEN} where not p.opted_in
    and (select c.source = 'reply' and not c.opted_in from sms_consents c
      where c.customer_id = p.customer_id and c.phone = p.phone order by c.id desc limit 1)`.execute(db)
}

/** By the last choice on a page. Before the words were kept, the boxes named the same. */
const GIVEN: RawBuilder<unknown> = sql`coalesce((
  select case when not c.opted_in then '{}'::jsonb else
    case when c.source = 'register' and coalesce(c.words, 'buy box') like '%buy box%'
        or c.source = 'profile' and coalesce(c.words, 'match your buy box') like '%match your buy box%'
      then jsonb_build_object('matches', c.created_at) else '{}' end
    || case when c.source = 'profile' and coalesce(c.words, 'blasts') like '%blasts%'
      then jsonb_build_object('offers', c.created_at) else '{}' end
    || case when c.source = 'profile' and coalesce(c.words, 'open house') like '%open house%'
      then jsonb_build_object('reminders', c.created_at) else '{}' end
    end
  from sms_consents c
  where c.customer_id = p.customer_id and c.phone = p.phone and c.source in ('register', 'profile')
  order by c.id desc limit 1), '{}'::jsonb)`
