/** Up to which change of a deal all saved searches have been asked: one row for all nodes. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'

export const askedRevision = async (db: Database): Promise<number> =>
  (await db.selectFrom('search_progress').select('revision').executeTakeFirstOrThrow()).revision

/** Held until the transaction ends: `share` lets it stand still, `update` lets one node alone move it. */
export async function lockProgress(trx: Database, how: 'share' | 'update'): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select revision from search_progress for ${sql.raw(how)}`.execute(trx)
  return rows[0]?.revision ?? 0
}

export const moveProgress = (trx: Database, revision: number) =>
  trx.updateTable('search_progress').set({ revision }).execute()
