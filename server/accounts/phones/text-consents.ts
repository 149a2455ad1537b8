/** Consent to texts, by purpose: changing it at a number, with its record. The caller holds the customer's row. */

import type { TextConsents } from '#server/core/database/account-tables.ts'
import { nowMsOf } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { TEXT_PURPOSES, type TextPurpose } from '#shared/contract/text-purposes.ts'
import { NUMBER_PURPOSES, numberTerms } from '#shared/rules/text-consent/profile.ts'
import { consentWords } from '#shared/rules/text-consent/purposes.ts'
import { type Consent, logConsent, type PhoneRow } from './queries.ts'

/** What texts may go to the number for, once it is confirmed. */
export const consentsOf = ({ opted_in, text_consents }: Pick<PhoneRow, 'opted_in' | 'text_consents'>) =>
  opted_in ? text_consents : {}

export const purposesIn = (consents: TextConsents): TextPurpose[] =>
  TEXT_PURPOSES.filter((purpose) => consents[purpose] !== undefined)

export interface ProfileChoice {
  isOptedIn: boolean
  /** Null from a client that has one box: that agrees to what its words name, and withdraws all. */
  purposes: readonly TextPurpose[] | null
  /** The name in the words that they agree to. */
  brand: string
  ip: string | null
}

/** Repeating it changes nothing and keeps no second record. */
export async function chooseInProfile(
  trx: Database,
  row: PhoneRow,
  { isOptedIn, purposes, brand, ip }: ProfileChoice,
): Promise<void> {
  const before = consentsOf(row)
  const asked = purposes ?? (isOptedIn ? NUMBER_PURPOSES : TEXT_PURPOSES)
  const changing = asked.filter((purpose) => (before[purpose] !== undefined) !== isOptedIn)
  // A purpose that is chosen now is none that START could bring back.
  const stopped = without(row.stopped_consents, asked)
  const after = isOptedIn ? { ...before, ...(await consentsNow(trx, changing)) } : without(before, changing)
  await writeConsents(trx, row, { after, stopped })
  const by = { customerId: row.customer_id, phone: row.phone, isOptedIn, source: 'profile', ip } as const
  if (purposes === null) {
    const words = isOptedIn ? numberTerms(brand) : null
    if (changing.length > 0 || row.opted_in !== isOptedIn)
      await logConsent(trx, { ...by, purposes: changing, words })
    return
  }
  for (const purpose of changing)
    await logConsent(trx, {
      ...by,
      purposes: [purpose],
      words: isOptedIn ? consentWords(purpose, brand) : null,
    })
}

/** STOP withdraws all, START gives back what it withdrew. Resolves with whether there was something to change. */
export async function chooseByReply(
  trx: Database,
  row: PhoneRow,
  { isOptedIn, words }: Pick<Consent, 'isOptedIn'> & { words: string },
): Promise<boolean> {
  const before = consentsOf(row)
  const purposes = purposesIn(isOptedIn ? row.stopped_consents : before)
  if (isOptedIn ? purposes.length === 0 : !row.opted_in) return false
  const after = isOptedIn ? { ...before, ...(await consentsNow(trx, purposes)) } : {}
  await writeConsents(trx, row, { after, stopped: isOptedIn ? {} : before })
  const { customer_id: customerId, phone } = row
  await logConsent(trx, { customerId, phone, isOptedIn, purposes, source: 'reply', words, ip: null })
  return true
}

export async function consentsNow(trx: Database, purposes: readonly TextPurpose[]): Promise<TextConsents> {
  const at = new Date(await nowMsOf(trx)).toISOString()
  return Object.fromEntries(purposes.map((purpose) => [purpose, at]))
}

const without = (consents: TextConsents, purposes: readonly TextPurpose[]): TextConsents =>
  Object.fromEntries(Object.entries(consents).filter(([purpose]) => !purposes.some((one) => one === purpose)))

/** By the primary key. */
async function writeConsents(
  trx: Database,
  { id }: PhoneRow,
  { after, stopped }: { after: TextConsents; stopped: TextConsents },
): Promise<void> {
  await trx
    .updateTable('customer_phones')
    .set({ opted_in: purposesIn(after).length > 0, text_consents: JSON.stringify(after) })
    .set({ stopped_consents: JSON.stringify(stopped) })
    .where('id', '=', id)
    .execute()
}
