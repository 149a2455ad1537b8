/** A guest's e-mail: confirmed by a code, the way into another browser, and at last a login. */
import { checkCode, sendCode } from '#server/accounts/login/codes.ts'
import type { Mails } from '#server/accounts/login/mails.ts'
import { customerByEmail } from '#server/accounts/login/queries.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid, Refusal } from '#server/core/http/refusal.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { Guest } from './guests.ts'

export interface GuestMailDeps extends RoomDeps {
  mails: Mails
}

/** Sends the code. Another e-mail than the one that was confirmed is not confirmed. Limits and failures are those of `sendCode`. */
export async function sendGuestEmailCode(
  deps: GuestMailDeps,
  guest: Guest,
  wanted: string | null,
): Promise<string> {
  const email = wanted ?? guest.email
  if (email === null) throw invalid({ email: ['Enter an email address like name@example.com.'] })
  // What they log in with by now is changed in their profile.
  if (guest.login !== null) throw hasLogin()
  if (email !== guest.email)
    await deps.db
      .updateTable('site_visitors')
      .set({ email, email_confirmed_at: null })
      .where('id', '=', guest.id)
      .execute()
  await sendCode(deps, {
    purpose: 'guest_email',
    customerId: guest.customer_id,
    subject: email,
    send: (code) => deps.mails.guestCode(email, { code, title: guest.account_title }),
  })
  return email
}

/** Throws 422 on `code`. */
export async function confirmGuestEmail(deps: GuestMailDeps, guest: Guest, code: string): Promise<string> {
  const { email } = guest
  if (email === null) throw invalid({ code: ['Ask for a code first.'] })
  await checkCode(deps, { purpose: 'guest_email', customerId: guest.customer_id, subject: email, code })
  await deps.db
    .updateTable('site_visitors')
    .set({ email_confirmed_at: NOW })
    .where('id', '=', guest.id)
    // Changed meanwhile, it would be another address.
    .where('email', '=', email)
    .execute()
  return email
}

/**
 * The guest's own row becomes the buyer's, so that their conversation is in place. Nobody gets into a login that is there already:
 * join-guests.ts moves the conversation when its owner logs in.
 */
export async function becomeBuyer(db: Database, guest: Guest, termsVersion: string | null): Promise<string> {
  if (guest.login !== null) return guest.login
  const { email } = guest
  if (email === null || guest.email_confirmed_at === null)
    throw new Refusal(409, { message: 'Confirm your email first.', code: 'email_not_confirmed' })
  if (await customerByEmail(db, email)) throw hasLogin()
  await db
    .updateTable('customers')
    .set({
      email,
      email_confirmed_at: NOW,
      terms_version: termsVersion,
      terms_accepted_at: termsVersion === null ? null : NOW,
    })
    .where('id', '=', guest.customer_id)
    .execute()
    .catch((error: unknown) => {
      // Somebody registered it this very moment.
      throw isTaken(error) ? hasLogin() : error
    })
  return email
}

const hasLogin = () =>
  new Refusal(409, {
    message:
      'This email already has a login here. Log in with it: once its email is confirmed, this conversation is in your messages there.',
    code: 'email_taken',
  })

/** The unique index customers_email. */
const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505'
