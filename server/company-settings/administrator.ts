/** Who may change an account's settings: its administrators. A manager answers buyers and edits deals. */
import type { Database } from '#server/database/open.ts'
import { type AccountPrincipal, memberOf, type Principal } from '#server/http/principal.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Looked up each time, so that a changed role counts at once. By primary key. */
export async function administratorOf(db: Database, who: Principal | null): Promise<AccountPrincipal> {
  const me = memberOf(who)
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
  return me
}
