/** The phones room's questions to the database. */
import { type Selectable, sql } from 'kysely'
import { phoneWire } from '#server/accounts/login/current-user.ts'
import { phonesOf } from '#server/accounts/login/queries.ts'
import type { CustomerPhonesTable } from '#server/core/database/account-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { SMS_CONSENT_VERSION } from '#shared/contract/limits.ts'
import type { PhoneWire } from '#shared/contract/phone.ts'
import type { TextPurpose } from '#shared/contract/text-purposes.ts'

export type PhoneRow = Selectable<CustomerPhonesTable>

export const phonesWire = async (db: Database, customerId: number): Promise<PhoneWire[]> =>
  (await phonesOf(db, customerId)).map(phoneWire)

/** By primary key; somebody else's is not found. */
export const phoneOf = (db: Database, customerId: number, phoneId: number): Promise<PhoneRow | undefined> =>
  db
    .selectFrom('customer_phones')
    .selectAll()
    .where('id', '=', phoneId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()

/** Changes of one customer's phones go one after another; several customers are locked in the order of their ids. */
export async function lockCustomers(trx: Database, ids: readonly number[]): Promise<void> {
  await trx.selectFrom('customers').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

/** Makes this the one default. The former stops to be it first, or the partial unique index would refuse. */
export async function makeDefault(trx: Database, customerId: number, phoneId: number): Promise<void> {
  await trx
    .updateTable('customer_phones')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .where('id', '!=', phoneId)
    .execute()
  await trx.updateTable('customer_phones').set({ is_default: true }).where('id', '=', phoneId).execute()
}

/** Whoever has phones has a default: the oldest confirmed one, else the oldest. */
export async function keepDefault(trx: Database, customerId: number): Promise<void> {
  const phones = await trx
    .selectFrom('customer_phones')
    .select(['id', 'is_default'])
    .where('customer_id', '=', customerId)
    .orderBy(sql`confirmed_at is null`)
    .orderBy('id')
    .execute()
  const [first] = phones
  if (first && !phones.some((phone) => phone.is_default)) await makeDefault(trx, customerId, first.id)
}

export interface Consent {
  customerId: number
  phone: string
  isOptedIn: boolean
  purposes: readonly TextPurpose[]
  source: 'register' | 'profile' | 'reply'
  /** As they were shown beside the box, or as a reply was written; null for a box that was unticked. */
  words: string | null
  /** Null for a reply by text message. */
  ip: string | null
}

/** Keeps which words were agreed to, when and from where; rows are added and never changed. */
export async function logConsent(trx: Database, consent: Consent): Promise<void> {
  await trx
    .insertInto('sms_consents')
    .values({
      customer_id: consent.customerId,
      phone: consent.phone,
      opted_in: consent.isOptedIn,
      source: consent.source,
      text_version: SMS_CONSENT_VERSION,
      words: consent.words,
      purposes: JSON.stringify(consent.purposes),
      ip: consent.ip,
    })
    .execute()
}
