/** Codes that confirm a change of account data, mailed to the current address or texted to the default phone. */
import { checkCode, sendCode } from '#server/accounts/login/codes.ts'
import { masked } from '#server/accounts/login/mails.ts'
import { phonesOf } from '#server/accounts/login/queries.ts'
import { phoneCodeText } from '#server/accounts/phones/confirm-phone.ts'
import { conflict, invalid } from '#server/core/http/refusal.ts'
import { maskPhone } from '#shared/rules/phone.ts'
import type { CustomerRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

/** Where the code goes, masked. Throws 409 by text without a confirmed default phone; limits are those of `sendCode`. */
export async function sendActionCodeBy(
  deps: ProfileDeps,
  row: CustomerRow,
  channel: 'email' | 'sms',
): Promise<string> {
  const of = { purpose: 'change_email', customerId: row.id } as const
  if (channel === 'email') {
    const send = (code: string) => deps.mails.actionCode(row, { code })
    await sendCode(deps, { ...of, subject: row.email, send })
    return masked(row.email)
  }
  const to = await confirmedPhone(deps, row.id)
  if (to === null)
    throw conflict('You have no confirmed phone. Get the code by email, or confirm a phone first.')
  const send = (code: string) => deps.parts.sms.send({ to, body: phoneCodeText(code) })
  await sendCode(deps, { ...of, subject: to, send })
  return maskPhone(to)
}

/** Uses the code up that was sent last, whichever way it went. Throws 422 on `code`. */
export async function requireActionCode(deps: ProfileDeps, row: CustomerRow, code: string): Promise<void> {
  // By verification_codes_customer.
  const last = await deps.db
    .selectFrom('verification_codes')
    .select('subject')
    .where('customer_id', '=', row.id)
    .where('purpose', '=', 'change_email')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // A code of an address or phone that is no longer theirs shows nothing.
  const isOwn =
    last?.subject === row.email.toLowerCase() || last?.subject === (await confirmedPhone(deps, row.id))
  if (!last || !isOwn) throw invalid({ code: ['Ask for a code first.'] })
  await checkCode(deps, { purpose: 'change_email', customerId: row.id, subject: last.subject, code })
}

async function confirmedPhone({ db }: ProfileDeps, customerId: number): Promise<string | null> {
  const phone = (await phonesOf(db, customerId)).find((row) => row.is_default && row.confirmed_at)
  return phone?.phone ?? null
}
