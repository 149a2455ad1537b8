/** The people at an account's desk: who they are, what they may, and which conversations each looks after. */

import { withFactors } from '#server/accounts/two-step/factors.ts'
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import type { DeskColleagueWire, MemberRole } from '#shared/contract/desk-company.ts'

/** In the order they came. By account_members_account. */
export async function colleagues(db: Database, accountId: number): Promise<DeskColleagueWire[]> {
  const members = await db
    .selectFrom('account_members')
    .select(['id', 'name', 'role'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const ids = members.map(({ id }) => id)
  const having = await withFactors(db, 'member', ids)
  return members.map((one) => ({ ...one, has_two_step: having.has(one.id) }))
}

/** Rejects with 409 when nobody would be left to change settings. The account's row keeps two from doing it at once. */
export const setRole = (
  db: Database,
  { accountId }: AccountPrincipal,
  { memberId, role }: { memberId: number; role: MemberRole },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const all = await colleagues(trx, accountId)
    if (!all.some(({ id }) => id === memberId)) throw notFound()
    const isLast = !all.some((one) => one.role === 'administrator' && one.id !== memberId)
    if (role === 'manager' && isLast)
      throw conflict('An account needs an administrator. Make somebody else one first.')
    await trx.updateTable('account_members').set({ role }).where('id', '=', memberId).execute()
  })

/** Rejects with 422 for somebody of another desk. By the unique index of customer and account. */
export async function assignChat(
  db: Database,
  { accountId, customerId }: { accountId: number; customerId: number },
  memberId: number | null,
): Promise<void> {
  if (memberId !== null && !(await colleagues(db, accountId)).some(({ id }) => id === memberId))
    throw invalid({ member_id: ['This person isn’t on your team.'] })
  await db
    .updateTable('chats')
    .set({ assigned_to: memberId })
    .where('customer_id', '=', customerId)
    .where('account_id', '=', accountId)
    .execute()
}
