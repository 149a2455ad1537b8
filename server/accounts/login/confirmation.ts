/** Confirming that an e-mail address is its owner's: the mail with link and code, and the mark in the customer's row. */
import type { Selectable } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { CustomersTable } from '#server/core/database/schema.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { AUTH_LINK_LIFETIME_MS, CONFIRMATION_RESEND_MS } from '#shared/contract/limits.ts'
import { checkCode, sendCode } from './codes.ts'
import { makeLink } from './mail-links.ts'
import { createMails } from './mails.ts'

type ConfirmationDeps = Pick<RoomDeps, 'db' | 'secret' | 'parts' | 'site' | 'nowMs'>
type Customer = Selectable<CustomersTable>

/** Sends the mail, unless one went out within the resend window or the address is confirmed. Limits and failures are those of `sendCode`. */
export async function sendConfirmation(deps: ConfirmationDeps, customer: Customer): Promise<void> {
  if (customer.email_confirmed_at) return
  const { id: customerId, email } = customer
  await sendCode(deps, {
    purpose: 'confirm_email',
    customerId,
    subject: email,
    resendMs: CONFIRMATION_RESEND_MS,
    async send(code) {
      const lifetimeMs = AUTH_LINK_LIFETIME_MS
      const person = { kind: 'customer', id: customerId } as const
      const token = await makeLink(deps.db, { purpose: 'auth', person, email, lifetimeMs })
      await createMails(deps).confirmation(customer, { token, code })
    },
  })
}

/** Confirms with the code of the mail. Throws 422 on `code`. */
export async function confirmByCode(
  deps: ConfirmationDeps,
  customer: Customer,
  code: string,
): Promise<Customer> {
  if (customer.email_confirmed_at) return customer
  await checkCode(deps, { purpose: 'confirm_email', customerId: customer.id, subject: customer.email, code })
  return markConfirmed(deps.db, customer)
}

/** For whoever has just shown that they read mail at this address. Keeps the time of the first confirmation. */
export async function markConfirmed(db: Database, customer: Customer): Promise<Customer> {
  if (customer.email_confirmed_at) return customer
  const confirmed = await db
    .updateTable('customers')
    .set({ email_confirmed_at: NOW })
    .where('id', '=', customer.id)
    // Changed meanwhile, it would be another address.
    .where('email', '=', customer.email)
    .returningAll()
    .executeTakeFirst()
  return confirmed ?? customer
}
