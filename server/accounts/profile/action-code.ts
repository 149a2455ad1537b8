/** Codes that confirm a change of account data, mailed to the current address or texted to the default phone. */
import { checkCode, sendCode } from '#server/accounts/login/codes.ts'
import { masked } from '#server/accounts/login/mails.ts'
import { phoneCodeText } from '#server/accounts/phones/confirm-phone.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { conflict, invalid } from '#server/core/http/refusal.ts'
import { maskPhone } from '#shared/rules/phone.ts'
import { ownRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

/** Where the code goes, masked. Throws 409 by text without a confirmed default phone that is older than the session; limits are those of `sendCode`. */
export async function sendActionCodeBy(
  deps: ProfileDeps,
  me: CustomerPrincipal,
  channel: 'email' | 'sms',
): Promise<string> {
  const row = await ownRow(deps.db, me.id)
  const of = { purpose: 'change_email', customerId: row.id } as const
  if (channel === 'email') {
    const send = (code: string) => deps.mails.actionCode(row, { code })
    await sendCode(deps, { ...of, subject: row.email, send })
    return masked(row.email)
  }
  const phone = await defaultPhone(deps, me)
  if (!phone) throw conflict('You have no confirmed phone. Get the code by email, or confirm a phone first.')
  if (!phone.is_older) throw tooNew()
  const to = phone.phone
  const send = async (code: string) => deps.parts.sms.send({ to, body: await phoneCodeText(deps.site, code) })
  await sendCode(deps, { ...of, subject: to, send })
  return maskPhone(to)
}

/** Uses the code up that was sent last, whichever way it went. Throws 422 on `code`, and 409 like `sendActionCodeBy`. */
export async function requireActionCode(
  deps: ProfileDeps,
  me: CustomerPrincipal,
  code: string,
): Promise<void> {
  const row = await ownRow(deps.db, me.id)
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
  const phone = await defaultPhone(deps, me)
  if (!last || (last.subject !== row.email.toLowerCase() && last.subject !== phone?.phone))
    throw invalid({ code: ['Ask for a code first.'] })
  if (last.subject === phone?.phone && !phone.is_older) throw tooNew()
  await checkCode(deps, { purpose: 'change_email', customerId: row.id, subject: last.subject, code })
}

/**
 * Once it is confirmed, and whether it was before this session began. If not, it proves nothing: a stolen session can add a phone and
 * confirm it. An email needs no such rule, as only a code changes it. By customer_phones's unique index on the customer and by primary key.
 */
const defaultPhone = ({ db }: ProfileDeps, me: CustomerPrincipal) =>
  db
    .selectFrom('customer_phones as phone')
    .innerJoin('access_tokens as session', (join) => join.on('session.id', '=', me.sessionId))
    .select(({ eb, ref }) => [
      'phone.phone',
      eb('phone.confirmed_at', '<', ref('session.created_at')).as('is_older'),
    ])
    .where('phone.customer_id', '=', me.id)
    .where('phone.is_default', '=', true)
    .where('phone.confirmed_at', 'is not', null)
    .executeTakeFirst()

const tooNew = () =>
  conflict(
    'You confirmed this phone after you logged in here. Get the code by email, or log out, log in again and try again.',
  )
