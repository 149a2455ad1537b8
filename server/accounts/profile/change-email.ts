/** Moves a customer to another e-mail address, which has to be free, and unconfirmed from then on. */
import { sendConfirmation } from '#server/accounts/login/confirmation.ts'
import { voidLinks } from '#server/accounts/login/mail-links.ts'
import { customerByEmail } from '#server/accounts/login/queries.ts'
import { tellEmailChanged } from '#server/accounts/login/security-news.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import type { CustomerRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

const TAKEN = 'This address belongs to another account.'

/** Throws 422 on `email`. */
export async function requireFreeEmail(db: Database, row: CustomerRow, email: string): Promise<void> {
  if (email.toLowerCase() === row.email.toLowerCase())
    throw invalid({ email: ['This is your address already.'] })
  if (await customerByEmail(db, email)) throw invalid({ email: [TAKEN] })
}

/** The row as it is now. The former address gets a notice, the new one the mail to confirm it. */
export async function moveToEmail(deps: ProfileDeps, row: CustomerRow, email: string): Promise<CustomerRow> {
  const { db, mails, background } = deps
  const moved = await db
    .updateTable('customers')
    .set({ email, email_confirmed_at: null })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      // Somebody took it in this very moment.
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw invalid({ email: [TAKEN] })
      throw error
    })
  for (const purpose of ['recovery', 'auth'] as const)
    await voidLinks(db, purpose, { kind: 'customer', id: row.id })
  background.run('notice of a new email', () => mails.emailChanged(moved, { formerEmail: row.email }))
  background.run('news of a new email', () => tellEmailChanged(deps, row.id))
  background.run('confirmation of a new email', () => sendConfirmation(deps, moved))
  return moved
}

const UNIQUE_VIOLATION = '23505'
