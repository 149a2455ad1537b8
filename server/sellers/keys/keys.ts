/** An account's keys: listed, made, changed, rotated and revoked. Each change is in the audit log, without secrets. */
import type { Selectable } from 'kysely'
import { newToken, tokenHash } from '#server/accounts/login/tokens.ts'
import { seal } from '#server/accounts/two-step/seal.ts'
import { type Actor, type AuditEntry, writeAudit } from '#server/core/audit/audit.ts'
import type { ServerKeysTable } from '#server/core/database/key-tables.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import type { Secret } from '#server/core/secret.ts'
import { KEYS_MAX, SECRET_OVERLAP_MS } from '#shared/contract/key-limits.ts'
import { LAUNCHER_DEFAULTS, type LauncherSettingsWire } from '#shared/contract/launcher.ts'
import {
  GUEST_DEFAULTS,
  type GuestSettingsWire,
  type ServerKeyWire,
  type SiteJwksWire,
} from '#shared/contract/seller-keys.ts'

/** `secret` encrypts the secret keys: the server has to know one to verify what it signed. */
export interface KeyDeps {
  db: Database
  secret: Secret
}

/** Whose keys, who changes them, and from where. */
export interface By {
  accountId: number
  actor: Actor
  /** Null at the machine itself. */
  ip: string | null
}

export interface KeyChange {
  name?: string | undefined
  origins?: string[] | undefined
  guests?: GuestSettingsWire | undefined
  launcher?: LauncherSettingsWire | undefined
  jwks?: SiteJwksWire | null | undefined
}

export type KeyWithSecret = ServerKeyWire & { secret_key: string }

/** The newest last. By server_keys_account. */
export async function keysOf(db: Database, accountId: number): Promise<ServerKeyWire[]> {
  const rows = await db
    .selectFrom('server_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(wireOf)
}

interface NewKey {
  name: string
  origins: string[]
  /** Without it visitors need a login. */
  guests?: GuestSettingsWire | undefined
}

/** Rejects with 409 when the account has as many keys as it may have. Its row keeps two calls from both making the last one. */
export const createKey = (
  { db, secret: ours }: KeyDeps,
  by: By,
  { name, origins, guests }: NewKey,
): Promise<KeyWithSecret> =>
  db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', by.accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if ((await keysOf(trx, by.accountId)).length >= KEYS_MAX)
      throw conflict(`An account can have ${KEYS_MAX} keys. Revoke one you no longer use.`)
    const secret = newSecretKey()
    const row = await trx
      .insertInto('server_keys')
      .values({
        account_id: by.accountId,
        name,
        origins: JSON.stringify(origins),
        ...(guests && { guests: JSON.stringify(guests) }),
        publishable_key: newPublishableKey(),
        ...storedSecret(secret),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('server_keys')
      .set({ secret_sealed: sealedSecret(ours, row.id, secret) })
      .where('id', '=', row.id)
      .execute()
    await audit(trx, by, {
      action: 'key.create',
      id: row.id,
      after: { name, origins, ...(guests && { guests }) },
    })
    return { ...wireOf(row), secret_key: secret }
  })

export const changeKey = (db: Database, by: By, { id, ...change }: KeyChange & { id: number }) =>
  db.transaction().execute(async (trx) => {
    const before = await ownKey(trx, by.accountId, id)
    const name = change.name ?? before.name
    const origins = change.origins ?? before.origins
    const guests = change.guests ?? before.guests
    const launcher = change.launcher ?? before.launcher
    const jwks = change.jwks === undefined ? before.jwks : change.jwks
    await trx
      .updateTable('server_keys')
      .set({
        name,
        origins: JSON.stringify(origins),
        guests: JSON.stringify(guests),
        launcher: JSON.stringify(launcher),
        jwks: JSON.stringify(jwks),
      })
      .where('id', '=', id)
      .execute()
    await audit(trx, by, {
      action: 'key.change',
      id,
      after: { name, origins, guests, launcher, jwks },
      before: {
        name: before.name,
        origins: before.origins,
        guests: before.guests,
        launcher: before.launcher,
        jwks: before.jwks,
      },
    })
  })

/** The former secret works on for a day. One from before that ends at once. */
export const rotateKey = ({ db, secret: ours }: KeyDeps, by: By, id: number): Promise<KeyWithSecret> =>
  db.transaction().execute(async (trx) => {
    const before = await ownKey(trx, by.accountId, id)
    const secret = newSecretKey()
    const row = await trx
      .updateTable('server_keys')
      .set({
        ...storedSecret(secret),
        secret_sealed: sealedSecret(ours, id, secret),
        former_hash: before.secret_hash,
        former_sealed: before.secret_sealed,
        former_until: fromNow(SECRET_OVERLAP_MS),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(trx, by, { action: 'key.rotate', id })
    return { ...wireOf(row), secret_key: secret }
  })

/** Bearers of a revoked key are not valid (accounts/login/tokens.ts). Resolves with those that were: their sockets are still open. */
export const revokeKey = (db: Database, by: By, id: number) =>
  db.transaction().execute(async (trx) => {
    await ownKey(trx, by.accountId, id)
    await trx.updateTable('server_keys').set({ revoked_at: NOW }).where('id', '=', id).execute()
    await audit(trx, by, { action: 'key.revoke', id })
    // By access_tokens_server_key.
    return trx
      .selectFrom('access_tokens')
      .select(['id', 'principal_id'])
      .where('server_key_id', '=', id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', NOW)
      .execute()
  })

/** Locked. Another account's key answers like one that does not exist. By primary key. */
async function ownKey(trx: Database, accountId: number, id: number): Promise<Selectable<ServerKeysTable>> {
  const row = await trx
    .selectFrom('server_keys')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const storedSecret = (secret: string) => ({
  secret_hash: tokenHash(secret),
  secret_ends_with: endOf(secret),
})

const sealedSecret = (ours: Secret, id: number, secret: string) =>
  seal(ours, { kind: 'server_key', id }, Buffer.from(secret))

type Noted = Pick<AuditEntry, 'action' | 'before' | 'after'> & { id: number }

const audit = (trx: Database, { actor, ip }: By, { id, ...noted }: Noted) =>
  writeAudit(trx, { actor, subject: { kind: 'server_key', id }, ip, ...noted })

const wireOf = (row: Selectable<ServerKeysTable>): ServerKeyWire => ({
  id: row.id,
  name: row.name,
  origins: row.origins,
  guests: { ...GUEST_DEFAULTS, ...row.guests },
  launcher: { ...LAUNCHER_DEFAULTS, ...row.launcher },
  jwks: row.jwks,
  publishable_key: row.publishable_key,
  secret_ends_with: row.secret_ends_with,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  former_secret_until: row.former_until?.toISOString() ?? null,
})

/**
 * The text of a seller's keys: 32 random bytes behind a prefix that tells the two apart. A secret key is stored as its hash, by
 * which it is found, and encrypted.
 */
const newSecretKey = (): string => `sk_${newToken()}`
const newPublishableKey = (): string => `pk_${newToken().slice(0, PUBLISHABLE_LENGTH)}`

const PUBLISHABLE_LENGTH = 24
const ENDS_WITH_LENGTH = 4

/** Enough to tell one secret from another, and no help to guess it. */
const endOf = (secret: string): string => secret.slice(-ENDS_WITH_LENGTH)
