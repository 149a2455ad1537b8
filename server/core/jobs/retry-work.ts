/** Has work that failed tried again from its first try on. */
import type { RawBuilder } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { WorkKind } from './failed-work.ts'

/** In the caller's transaction. `which` is a condition on failed_work. Resolves with how many it was. */
export async function retryWork(
  trx: Database,
  kind: WorkKind,
  { which, nowMs }: { which: RawBuilder<boolean>; nowMs: number },
): Promise<number> {
  const rows = await trx
    .updateTable('failed_work')
    .set({ tries: 0, next_try_at: new Date(nowMs), given_up_at: null, dismissed_at: null, note: null })
    .where('kind', '=', kind.name)
    .where(which)
    .returning('item')
    .execute()
  for (const { item } of rows) await kind.onRetry?.(trx, item)
  return rows.length
}
