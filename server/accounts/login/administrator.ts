/** Who may change an account's settings: its administrators. A manager answers buyers and edits deals. */
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { Refusal } from '#server/core/http/refusal.ts'

/** Looked up each time, so that a changed role counts at once. By primary key. */
export async function requireAdministrator(db: Database, me: AccountPrincipal): Promise<void> {
  const row = await db
    .selectFrom('account_members')
    .select('role')
    .where('id', '=', me.memberId)
    .executeTakeFirst()
  if (row?.role !== 'administrator')
    throw new Refusal(403, {
      message: 'Only an administrator of the account can do this. Ask one of yours.',
      code: 'administrators_only',
    })
}
