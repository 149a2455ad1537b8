/** Opaque tokens: 32 random bytes for the client, their sha256 for the database. Issuing, finding, revoking. Sessions are in sessions.ts. */
import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { AccessTokensTable } from '#server/core/database/schema.ts'
import { SESSION_OVERLAP_MS } from '#shared/contract/login-limits.ts'

const TOKEN_BYTES = 32
/** A browser says less than this; a header may hold kilobytes. */
const USER_AGENT_MAX_LENGTH = 400

/** `last_used_at` is written at most this often per token. */
const TOUCH_INTERVAL_MS = 60_000

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** How the person of a session logged in. */
export type Factor = Selectable<AccessTokensTable>['factor']

export interface NewToken {
  kind: AccessTokensTable['principal_kind']
  principalId: number
  purpose: AccessTokensTable['purpose']
  parentId?: number
  /** The only account it has access to. */
  accountId?: number | undefined
  /** The key by which a seller's server asked for it. */
  serverKeyId?: number | undefined
  lifetimeMs: number
  /** Ends it after this idle time. */
  idleMs?: number | undefined
  factor?: Factor | undefined
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
  const token = newToken()
  const { id, expires_at: expiresAt } = await db
    .insertInto('access_tokens')
    .values({
      token_hash: tokenHash(token),
      principal_kind: wanted.kind,
      principal_id: wanted.principalId,
      purpose: wanted.purpose,
      parent_id: wanted.parentId ?? null,
      account_id: wanted.accountId ?? null,
      server_key_id: wanted.serverKeyId ?? null,
      expires_at: fromNow(wanted.lifetimeMs),
      idle_seconds: wanted.idleMs === undefined ? null : Math.round(wanted.idleMs / 1000),
      factor: wanted.factor ?? 'password',
      confirmed_at: NOW,
      ip: wanted.ip ?? null,
      user_agent: wanted.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { id, token, expiresAt }
}

/**
 * The valid token with this text, or undefined. Served by the unique indexes on token_hash and previous_hash, the parent and the
 * person by primary key: a widget token that was issued in the very moment its session ended must not outlive it, and
 * a person who is gone, blocked or of a suspended account has no valid token. The link to a view of a buyer is none either.
 * A bearer ends with the key that issued it.
 */
export async function findToken(db: Database, token: string) {
  const hash = tokenHash(token)
  const found = await db
    .selectFrom('access_tokens as own')
    .leftJoin('access_tokens as parent', 'parent.id', 'own.parent_id')
    .leftJoin('server_keys as key', 'key.id', 'own.server_key_id')
    .select(['own.server_key_id', 'key.origins as key_origins'])
    .select(['own.id', 'own.principal_kind', 'own.principal_id', 'own.purpose', 'own.account_id'])
    .select(['own.parent_id', 'own.expires_at', 'own.factor'])
    .select([
      ENDS.as('ends_at'),
      AGE_MS.as('age_ms'),
      CONFIRMED_AGO_MS.as('confirmed_ago_ms'),
      isUseOld.as('is_use_old'),
    ])
    .select(sql<boolean>`own.token_hash <> ${hash}`.as('is_previous'))
    .select(sql<boolean>`own.previous_hash is not null and own.previous_until is null`.as('is_rotating'))
    .where(isToken(hash))
    .where('own.revoked_at', 'is', null)
    .where('parent.revoked_at', 'is', null)
    .where('key.revoked_at', 'is', null)
    .where(sql<boolean>`parent.purpose is distinct from 'view'`)
    .where('own.expires_at', '>', NOW)
    .where(isInUse)
    .where(isOfSomebody('own'))
    .where((row) => row.or([row('parent.id', 'is', null), isOfSomebody('parent')]))
    .executeTakeFirst()
  if (found) await touch(db, found)
  return found
}

export type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

/** The session a token belongs to. A view of a buyer is a separate session that ends with the staff member's. */
export const sessionIdOf = ({
  id,
  parent_id,
  purpose,
}: Pick<FoundToken, 'id' | 'parent_id' | 'purpose'>): number => (purpose === 'view' ? id : (parent_id ?? id))

/** The token itself, or the one before its rotation while that is still valid. */
const isToken = (hash: Buffer) => sql<boolean>`
  (own.token_hash = ${hash}
    or own.previous_hash = ${hash} and (own.previous_until is null or own.previous_until > now()))`

/** The person of a session that is valid now, or undefined. By primary keys. */
export const personOfSession = (db: Database, sessionId: number) =>
  db
    .selectFrom('access_tokens as own')
    .select(['own.principal_kind as kind', 'own.principal_id as id'])
    .where('own.id', '=', sessionId)
    .where('own.revoked_at', 'is', null)
    .where('own.expires_at', '>', NOW)
    .where(isInUse)
    .where(isOfSomebody('own'))
    .executeTakeFirst()

/** The person of this row may act. */
const isOfSomebody = (row: 'own' | 'parent') => sql<boolean>`
  case ${sql.ref(row)}.principal_kind
    when 'customer' then exists (
      select 1 from customers c where c.id = ${sql.ref(row)}.principal_id and c.blocked_at is null)
    when 'member' then exists (
      select 1 from account_members m join accounts a on a.id = m.account_id
      where m.id = ${sql.ref(row)}.principal_id and m.paused_at is null
        and (a.suspended_at is null or a.closes_at is not null))
    when 'staff' then exists (select 1 from staff s where s.id = ${sql.ref(row)}.principal_id)
    else false
  end`

/** Within the idle limit of the row called `own`. */
export const isInUse = sql<boolean>`
  (own.idle_seconds is null
    or coalesce(own.last_used_at, own.created_at) + own.idle_seconds * interval '1 second' > now())`

/** If it is not used again. */
const ENDS = sql<Date>`least(own.expires_at, now() + own.idle_seconds * interval '1 second')`
/** Of the token: a rotation makes a new one. */
const AGE_MS = sql<number>`extract(epoch from now() - coalesce(own.rotated_at, own.created_at))::float8 * 1000`
/** Since the person last confirmed their identity. */
const CONFIRMED_AGO_MS = sql<number | null>`extract(epoch from now() - own.confirmed_at)::float8 * 1000`
const isUseOld = sql<boolean>`coalesce(own.last_used_at <= ${fromNow(-TOUCH_INTERVAL_MS)}, true)`

/** Records the use, at most once a minute, and that the browser has received the token of the last rotation. */
async function touch(db: Database, found: FoundToken): Promise<void> {
  const isArrival = found.is_rotating && !found.is_previous
  if (!found.is_use_old && !isArrival) return
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: NOW })
    .$if(isArrival, (row) => row.set({ previous_until: fromNow(SESSION_OVERLAP_MS) }))
    // Using a token that a session issued is a use of the session.
    .where('id', 'in', found.parent_id === null ? [found.id] : [found.id, found.parent_id])
    .execute()
}

/** Ends a token and everything issued by it. Served by the primary key and access_tokens_parent. */
export async function revoke(db: Database, id: number): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ revoked_at: NOW })
    .where((row) => row.or([row('id', '=', id), row('parent_id', '=', id)]))
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Ends every token of a person but `except` and the tokens issued by it. Resolves with the ended sessions. By
 * access_tokens_principal.
 */
export async function revokeAll(
  db: Database,
  { kind, id }: { kind: NewToken['kind']; id: number },
  except?: number,
): Promise<number[]> {
  let query = db
    .updateTable('access_tokens')
    .set({ revoked_at: NOW })
    .where('principal_kind', '=', kind)
    .where('principal_id', '=', id)
    .where('revoked_at', 'is', null)
  if (except !== undefined)
    query = query
      .where('id', '!=', except)
      .where((row) => row.or([row('parent_id', 'is', null), row('parent_id', '!=', except)]))
  const ended = await query.returning(['id', 'parent_id', 'purpose']).execute()
  return [...new Set(ended.map(sessionIdOf))]
}

/**
 * Deletes expired tokens; of logins the devices are kept for these days more. When a buyer's token was last used is noted with the
 * buyer. By access_tokens_expiry and primary key.
 */
export async function forgetExpiredTokens(db: Database, loginsKeptDays: number): Promise<void> {
  await sql`
    with gone as (
      delete from access_tokens where expires_at < now()
        and (purpose in ('widget', 'view') or expires_at < now() - make_interval(days => ${loginsKeptDays}))
      returning principal_kind, principal_id, purpose, coalesce(last_used_at, created_at) as at)
    update customers set last_active_at = used.at
    from (select principal_id, max(at) as at from gone
      where principal_kind = 'customer' and purpose <> 'view' group by principal_id) as used
    where customers.id = used.principal_id and customers.last_active_at < used.at`.execute(db)
}
