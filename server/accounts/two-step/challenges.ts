/** The opaque, short-lived tokens between two steps. Each works once; it is also the random challenge that a passkey signs. */
import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { tokenHash } from '#server/accounts/login/tokens.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { LoginChallengesTable } from '#server/core/database/two-step-tables.ts'
import { invalid, tooMany } from '#server/core/http/refusal.ts'
import { CHALLENGE_TRIES, CODE_TRIES_PER_HOUR, LOGIN_CHALLENGE_MS } from '#shared/contract/two-step-limits.ts'
import type { Person } from './people.ts'

const TOKEN_BYTES = 32
const HOUR_MS = 60 * 60_000
/** Wrong answers are counted over an hour. */
const KEPT_MS = HOUR_MS

export type Purpose = LoginChallengesTable['purpose']

export interface OpenChallenge {
  token: string
  expiresAt: Date
}

/** `id` null: a passkey will say who it is. */
export async function openChallenge(
  db: Database,
  purpose: Purpose,
  { kind, id }: { kind: Person['kind']; id: number | null },
): Promise<OpenChallenge> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { expires_at } = await db
    .insertInto('login_challenges')
    .values({
      token_hash: tokenHash(token),
      purpose,
      expires_at: fromNow(LOGIN_CHALLENGE_MS),
      person_kind: kind,
      person_id: id,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expiresAt: expires_at }
}

interface Taking {
  token: string
  kind: Person['kind']
  /** Only a challenge of this person. */
  id?: number
  purposes: readonly Purpose[]
}

/** Counts one answer before it is checked. Throws 422 if the challenge is gone. By the unique index on token_hash. */
export async function takeChallenge(
  db: Database,
  { token, kind, id, purposes }: Taking,
): Promise<Selectable<LoginChallengesTable>> {
  const found = await db
    .updateTable('login_challenges')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash(token))
    .where('person_kind', '=', kind)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', NOW)
    .where('tries', '<', CHALLENGE_TRIES)
    .$if(id !== undefined, (query) => query.where('person_id', '=', id ?? null))
    .returningAll()
    .executeTakeFirst()
  if (!found) throw challengeGone()
  return found
}

/** Uses it up. Throws 422 for the second of two parallel answers. */
export async function closeChallenge(db: Database, id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('login_challenges')
    .set({ used_at: NOW })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw challengeGone()
}

/**
 * Throws 429 after too many wrong codes of one person within an hour, over all challenges and nodes. By login_challenges_person.
 * Only for codes that can be guessed.
 */
export async function requireCodeTries(db: Database, { kind, id }: Person): Promise<void> {
  const { wrong, wait } = await db
    .selectFrom('login_challenges')
    .select((row) => row.fn.sum<number | null>('tries').as('wrong'))
    .select(sql<number | null>`3600 - extract(epoch from now() - min(created_at))::float8`.as('wait'))
    .where('person_kind', '=', kind)
    .where('person_id', '=', id)
    .where('created_at', '>', fromNow(-HOUR_MS))
    .where('used_at', 'is', null)
    .where('tries', '>', 0)
    .executeTakeFirstOrThrow()
  // The present try is counted already.
  if (Number(wrong ?? 0) > CODE_TRIES_PER_HOUR) throw tooMany(Math.ceil(wait ?? 0))
}

/** By login_challenges_expiry. */
export async function forgetChallenges(db: Database): Promise<void> {
  await db.deleteFrom('login_challenges').where('expires_at', '<', fromNow(-KEPT_MS)).execute()
}

const challengeGone = () =>
  invalid({ challenge: ['This login has expired or had too many wrong answers. Start again.'] })
