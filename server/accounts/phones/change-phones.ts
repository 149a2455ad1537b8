/** Adding and removing numbers, choosing the default one and agreeing to texts. Each change is one transaction. */
import { writePhoneNotification } from '#server/accounts/login/security-notifications.ts'
import { hasActiveOffers } from '#server/accounts/profile/commitments.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import { PHONES_MAX } from '#shared/contract/limits.ts'
import { keepDefault, lockCustomers, makeDefault, type PhoneRow, phoneOf } from './queries.ts'
import { chooseInProfile, type ProfileChoice } from './text-consents.ts'

export interface NewPhone extends ProfileChoice {
  customerId: number
  /** E.164, and one that may be used. */
  phone: string
  isDefault: boolean
}

/** The new row, unconfirmed. The first number becomes the default one. Throws 422 on `phone` for an own duplicate. */
export function addNumber(db: Database, wanted: NewPhone): Promise<PhoneRow> {
  const { customerId, phone } = wanted
  return db.transaction().execute(async (trx) => {
    await lockCustomers(trx, [customerId])
    const own = await trx
      .selectFrom('customer_phones')
      .select('phone')
      .where('customer_id', '=', customerId)
      .execute()
    if (own.some((row) => row.phone === phone))
      throw invalid({ phone: ['This number is already on your list.'] })
    if (own.length >= PHONES_MAX)
      throw invalid({ phone: [`You can have ${PHONES_MAX} numbers. Remove one to add another.`] })
    const row = await trx
      .insertInto('customer_phones')
      .values({ customer_id: customerId, phone })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (wanted.isDefault || own.length === 0) await makeDefault(trx, customerId, row.id)
    if (wanted.isOptedIn) await chooseInProfile(trx, row, wanted)
    return row
  })
}

/** Repeating it changes nothing and keeps no second record. */
export async function setOptedIn(
  db: Database,
  customerId: number,
  { phoneId, ...choice }: ProfileChoice & { phoneId: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCustomers(trx, [customerId])
    const row = await requireOwn(trx, customerId, phoneId)
    await chooseInProfile(trx, row, choice)
  })
}

/** There is always exactly one default number, so it is changed by choosing another, never by taking it away. */
export async function setDefault(
  db: Database,
  customerId: number,
  { phoneId, isDefault }: { phoneId: number; isDefault: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCustomers(trx, [customerId])
    const row = await requireOwn(trx, customerId, phoneId)
    if (isDefault) return makeDefault(trx, customerId, row.id)
    if (row.is_default) throw invalid({ sms_default: ['Choose another number as the default instead.'] })
  })
}

/** Throws 409 for the default number while there are others, and for the last one while offers need it. */
export async function removeNumber(db: Database, customerId: number, phoneId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCustomers(trx, [customerId])
    const row = await requireOwn(trx, customerId, phoneId)
    const others = await trx
      .selectFrom('customer_phones')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('id', '!=', phoneId)
      .execute()
    if (row.is_default && others.length > 0)
      throw conflict('This is your default number. Make another one the default, then remove it.')
    if (others.length === 0 && (await hasActiveOffers(trx, customerId)))
      throw conflict('Sellers need a number while your offers are open. Add another one first.')
    await trx.deleteFrom('customer_phones').where('id', '=', row.id).execute()
    await keepDefault(trx, customerId)
    // One that was never confirmed opened nothing.
    if (row.confirmed_at) await writePhoneNotification(trx, row, 'removed')
  })
}

async function requireOwn(trx: Database, customerId: number, phoneId: number): Promise<PhoneRow> {
  const row = await phoneOf(trx, customerId, phoneId)
  if (!row) throw notFound()
  return row
}
