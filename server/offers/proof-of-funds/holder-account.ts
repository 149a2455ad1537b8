/** For which account somebody in the seller app acts. Asked at each download: who left the account has no part in it any more. */
import type { Database } from '#server/core/database/open.ts'
import type { Holder } from '#server/providers/files/signed-link.ts'

/** Null for customers and for who is gone. By primary key. */
export async function accountOfHolder(db: Database, holder: Holder): Promise<number | null> {
  if (holder.kind !== 'member') return null
  const row = await db
    .selectFrom('account_members')
    .select('account_id')
    .where('id', '=', holder.id)
    .executeTakeFirst()
  return row?.account_id ?? null
}
