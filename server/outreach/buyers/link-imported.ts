/**
 * Finds out who of the imported buyers has an account here: with consent, and an address that is confirmed, so that nobody is written
 * to under somebody else's. Who talks with the account already stands on its list: the two become one.
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { consentsIn } from './consent-proofs.ts'

/** Again changes nothing. By account_buyers' keys and customers_email. */
export const linkImported = (db: Database, accountId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`
      with found as (
        delete from account_buyers i using customers c, account_buyers b
        where i.account_id = ${accountId} and i.customer_id is null and i.has_consent
          and lower(c.email) = i.email and c.email_confirmed_at is not null
          and b.account_id = i.account_id and b.customer_id = c.id
        returning b.id, i.email, i.tags, i.consent_at, i.phone, ${consentsIn('i')} as consents)
      update account_buyers b set email = found.email, has_consent = true, consent_at = found.consent_at,
        phone = found.phone, consents = found.consents,
        tags = (select coalesce(jsonb_agg(tag order by tag), '[]') from
          (select jsonb_array_elements_text(b.tags) union select jsonb_array_elements_text(found.tags)) t(tag))
      from found where b.id = found.id`.execute(trx)
    await sql`
      update account_buyers i set customer_id = c.id from customers c
      where i.account_id = ${accountId} and i.customer_id is null and i.has_consent
        and lower(c.email) = i.email and c.email_confirmed_at is not null`.execute(trx)
  })
