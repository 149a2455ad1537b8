/** Makes a customer with what registration knows of them, in one short transaction. Who may register is asked before. */
import { type Selectable, sql } from 'kysely'
import { logConsent } from '#server/accounts/phones/queries.ts'
import { consentsNow } from '#server/accounts/phones/text-consents.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { CustomersTable } from '#server/core/database/schema.ts'
import { BOX_LABEL, BOX_PURPOSES, boxTerms } from '#shared/rules/text-consent/registration.ts'

export interface NewCustomer {
  email: string
  firstName: string
  lastName: string
  /** Null for who came by a network. */
  passwordHash: string | null
  /** Stored unconfirmed, as the default one. */
  phone?: { number: string; isOptedIn: boolean; ip: string; brand: string } | null
  isEmailConfirmed?: boolean
  termsVersion?: string | null
  utm?: Record<string, string> | null
}

/** Undefined when the e-mail has an account already, also one of this very moment: by the unique index customers_email. */
export function createCustomer(
  db: Database,
  wanted: NewCustomer,
): Promise<Selectable<CustomersTable> | undefined> {
  return db.transaction().execute(async (trx) => {
    const customer = await insertCustomer(trx, wanted)
    if (customer && wanted.phone) await insertPhone(trx, customer.id, wanted.phone)
    return customer
  })
}

function insertCustomer(trx: Database, wanted: NewCustomer) {
  return trx
    .insertInto('customers')
    .values({
      name: `${wanted.firstName} ${wanted.lastName}`.trim(),
      first_name: wanted.firstName,
      last_name: wanted.lastName,
      email: wanted.email,
      password_hash: wanted.passwordHash,
      email_confirmed_at: wanted.isEmailConfirmed ? NOW : null,
      terms_version: wanted.termsVersion ?? null,
      terms_accepted_at: wanted.termsVersion ? NOW : null,
      ...(wanted.utm ? { utm: JSON.stringify(wanted.utm) } : {}),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returningAll()
    .executeTakeFirst()
}

async function insertPhone(
  trx: Database,
  customerId: number,
  { number, isOptedIn, ip, brand }: NonNullable<NewCustomer['phone']>,
): Promise<void> {
  await trx
    .insertInto('customer_phones')
    .values({
      customer_id: customerId,
      phone: number,
      is_default: true,
      opted_in: isOptedIn,
      text_consents: JSON.stringify(isOptedIn ? await consentsNow(trx, BOX_PURPOSES) : {}),
    })
    .execute()
  // The proof of consent: which words were agreed to, when, and from where.
  if (!isOptedIn) return
  const words = `${BOX_LABEL} ${boxTerms(brand)}`
  const consent = { customerId, phone: number, isOptedIn, purposes: BOX_PURPOSES, words, ip }
  await logConsent(trx, { ...consent, source: 'register' })
}
