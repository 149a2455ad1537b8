/** Opaque bearer tokens: 32 random bytes for the client, their sha256 for the database. Issuing, finding, revoking. */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#server/database/open.ts'
import type { AccessTokensTable } from '#server/database/schema.ts'

const TOKEN_BYTES = 32
/** A browser says less than this; a header may hold kilobytes. */
const USER_AGENT_MAX_LENGTH = 400

/** `last_used_at` is written at most this often per token. */
const TOUCH_INTERVAL_MS = 60_000

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface NewToken {
  kind: AccessTokensTable['principal_kind']
  principalId: number
  purpose: AccessTokensTable['purpose']
  parentId?: number
  lifetimeMs: number
  /** Of the browser it was issued to, for the list of sessions. */
  ip?: string | undefined
  userAgent?: string | undefined
}

export interface IssuedToken {
  id: number
  token: string
  expiresAt: Date
}

export async function issue(db: Database, wanted: NewToken): Promise<IssuedToken> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(Date.now() + wanted.lifetimeMs)
  const { id } = await db
    .insertInto('access_tokens')
    .values({
      token_hash: tokenHash(token),
      principal_kind: wanted.kind,
      principal_id: wanted.principalId,
      purpose: wanted.purpose,
      parent_id: wanted.parentId ?? null,
      expires_at: expiresAt,
      ip: wanted.ip ?? null,
      user_agent: wanted.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, expiresAt }
}

/**
 * The living token with this text, or undefined. Served by the unique index on token_hash, the parent and the
 * customer by primary key: a widget token that was issued in the very moment its session ended must not outlive it, and
 * who is blocked or deleted has no living token.
 */
export async function findToken(db: Database, token: string) {
  const found = await db
    .selectFrom('access_tokens as own')
    .leftJoin('access_tokens as parent', 'parent.id', 'own.parent_id')
    .leftJoin('customers', (join) =>
      join.onRef('customers.id', '=', 'own.principal_id').on('own.principal_kind', '=', 'customer'),
    )
    .select(['own.id', 'own.principal_kind', 'own.principal_id', 'own.purpose'])
    .select(['own.parent_id', 'own.last_used_at', 'own.expires_at'])
    .where('own.token_hash', '=', tokenHash(token))
    .where('own.revoked_at', 'is', null)
    .where('parent.revoked_at', 'is', null)
    .where('customers.blocked_at', 'is', null)
    .where('own.expires_at', '>', new Date())
    .where((row) =>
      row.or([row('own.principal_kind', '!=', 'customer'), row('customers.id', 'is not', null)]),
    )
    .executeTakeFirst()
  if (found) await touch(db, found.id, found.last_used_at)
  return found
}

async function touch(db: Database, id: number, lastUsedAt: Date | null): Promise<void> {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < TOUCH_INTERVAL_MS) return
  await db.updateTable('access_tokens').set({ last_used_at: new Date() }).where('id', '=', id).execute()
}

/** Ends a token and everything issued by it. Served by the primary key and access_tokens_parent. */
export async function revoke(db: Database, id: number): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ revoked_at: new Date() })
    .where((row) => row.or([row('id', '=', id), row('parent_id', '=', id)]))
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Ends every token of a customer but `except` and what was issued by it. Answers with the sessions that ended. By
 * access_tokens_principal.
 */
export async function revokeAll(db: Database, customerId: number, except?: number): Promise<number[]> {
  let query = db
    .updateTable('access_tokens')
    .set({ revoked_at: new Date() })
    .where('principal_kind', '=', 'customer')
    .where('principal_id', '=', customerId)
    .where('revoked_at', 'is', null)
  if (except !== undefined)
    query = query
      .where('id', '!=', except)
      .where((row) => row.or([row('parent_id', 'is', null), row('parent_id', '!=', except)]))
  const ended = await query.returning(['id', 'parent_id']).execute()
  return [...new Set(ended.map((token) => token.parent_id ?? token.id))]
}

/** Drops what nobody can use any more. Served by access_tokens_expiry. */
export async function forgetExpiredTokens(db: Database): Promise<void> {
  await db.deleteFrom('access_tokens').where('expires_at', '<', new Date()).execute()
}
