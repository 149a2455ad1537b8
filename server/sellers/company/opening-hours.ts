/** When the people of an account answer, as its launcher says. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { OpeningHours } from '#shared/contract/launcher.ts'

/** Of the oldest of its keys that has hours; null without any. By server_keys_account. */
export async function openingHoursOf(db: Database, accountId: number): Promise<OpeningHours | null> {
  const key = await db
    .selectFrom('server_keys')
    .select(sql<OpeningHours>`launcher->'hours'`.as('hours'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`launcher->>'hours' is not null`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return key?.hours ?? null
}
