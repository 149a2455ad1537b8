/** Who may log in in two steps: sellers' people and staff. */
import type { Database } from '#server/core/database/open.ts'

export interface Person {
  kind: 'member' | 'staff'
  id: number
}

export interface KnownPerson extends Person {
  name: string
  email: string
  password_hash: string | null
  /** Of a seller's person; null for staff. */
  accountId: number | null
  /** Whether they must set up a second factor first. */
  isRequired: boolean
}

/**
 * By primary key. Undefined for a deleted person, and for people of a suspended account. `canStaffSkipTwoStep` is for the demo:
 * its staff need no second factor.
 */
export async function findPerson(
  db: Database,
  { kind, id }: Person,
  { canStaffSkipTwoStep = false } = {},
): Promise<KnownPerson | undefined> {
  if (kind === 'staff') {
    const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { ...row, kind, accountId: null, isRequired: !canStaffSkipTwoStep }
  }
  const row = await db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_members.account_id')
    .select(['account_members.id', 'account_members.name', 'email', 'password_hash', 'account_id'])
    .select('requires_two_step')
    .where('account_members.id', '=', id)
    .where((row) => row.or([row('suspended_at', 'is', null), row('closes_at', 'is not', null)]))
    .executeTakeFirst()
  return row && { ...row, kind, accountId: row.account_id, isRequired: row.requires_two_step }
}
