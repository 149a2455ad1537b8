/** Whether a buyer has confirmed what an act needs (checklist AUTH-33), by the table of shared/contract/requirements.ts. */
import type { Database } from '#server/core/database/open.ts'
import { Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import {
  type Act,
  type Confirmed,
  missingFor,
  REQUIREMENT_WORDS,
  UNCONFIRMED,
} from '#shared/contract/requirements.ts'

/** By primary key, and customer_phones_customer. Rejects with 401 when the account has been deleted meanwhile. */
export async function confirmedOf(db: Database, customerId: number): Promise<Confirmed> {
  const row = await db
    .selectFrom('customers')
    .select('email_confirmed_at')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('customer_phones')
            .select('customer_phones.id')
            .whereRef('customer_phones.customer_id', '=', 'customers.id')
            .where('confirmed_at', 'is not', null),
        )
        .as('has_phone'),
    )
    .where('customers.id', '=', customerId)
    .executeTakeFirstOrThrow(unauthenticated)
  return { email: row.email_confirmed_at !== null, phone: Boolean(row.has_phone) }
}

/** Rejects with 403 `unconfirmed`, and says for each missing one what to do. */
export async function requireConfirmed(db: Database, customerId: number, act: Act): Promise<void> {
  const missing = missingFor(act, await confirmedOf(db, customerId))
  if (missing.length === 0) return
  throw new Refusal(403, {
    message: missing.map((need) => REQUIREMENT_WORDS[need]).join(' '),
    errors: Object.fromEntries(missing.map((need) => [need, [REQUIREMENT_WORDS[need]]])),
    code: UNCONFIRMED,
  })
}
