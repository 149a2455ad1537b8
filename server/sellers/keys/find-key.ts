/** Whose secret key a server's call came with. */
import { sql } from 'kysely'
import { tokenHash } from '#server/accounts/login/tokens.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { ServerKeyPrincipal } from '#server/core/http/principal.ts'

/** `last_used_at` is written at most this often per key. */
const TOUCH_INTERVAL_MS = 60_000

/** Whether the last use was noted a minute ago or longer. `alias`: of server_keys in the query. */
export const isUseOld = (alias: string) =>
  sql<boolean>`coalesce(${sql.ref(`${alias}.last_used_at`)} <= ${fromNow(-TOUCH_INTERVAL_MS)}, true)`

/** By primary key. */
export const noteUse = (db: Database, id: number) =>
  db.updateTable('server_keys').set({ last_used_at: NOW }).where('id', '=', id).execute()

/**
 * Null for a key that is unknown, revoked, replaced more than a day ago, or of a suspended account. Served by the unique indexes on
 * secret_hash and former_hash.
 */
export async function findKey(db: Database, secret: string): Promise<ServerKeyPrincipal | null> {
  const hash = tokenHash(secret)
  const found = await db
    .selectFrom('server_keys as key')
    .innerJoin('accounts', 'accounts.id', 'key.account_id')
    .select(['key.id', 'key.account_id'])
    .select(isUseOld('key').as('is_use_old'))
    .where(
      sql<boolean>`(key.secret_hash = ${hash} or key.former_hash = ${hash} and key.former_until > now())`,
    )
    .where('key.revoked_at', 'is', null)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  if (found.is_use_old) await noteUse(db, found.id)
  return {
    kind: 'server-key',
    scope: 'server-key',
    confirmedAgoMs: null,
    keyId: found.id,
    accountId: found.account_id,
  }
}
