/**
 * A JWT in which a seller's site says who its visitor is. The key must have verified it before a word of it counts, and its algorithm
 * must be one of that key: a secret key signs with HS256, a public key of the site with its own.
 */
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { tokenHash } from '#server/accounts/login/tokens.ts'
import { unseal } from '#server/accounts/two-step/seal.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid, Refusal } from '#server/core/http/refusal.ts'
import type { SiteKey } from '#server/sellers/guests/site-key.ts'
import { ASSERTION_ID_MAX_LENGTH, ASSERTION_LIFETIME_MAX_MS } from '#shared/contract/key-limits.ts'
import { siteUser } from '#shared/contract/seller-keys.ts'
import type { KeyDeps } from './keys.ts'
import { SITE_ALGORITHMS } from './site-jwks.ts'
import type { Visitor } from './visitors.ts'

const CLOCK_TOLERANCE_S = 30
const SECRET_ALGORITHM = 'HS256'

interface AssertionDeps extends KeyDeps {
  nowMs: () => number
}

interface Use {
  jti: string
  /** From then on it is refused for its age. */
  forgetAt: Date
}

/** Throws 401 `assertion_…` for one that this key did not sign or that is not valid now, and 422 for claims that are missing or wrong. */
export async function readAssertion(
  deps: AssertionDeps,
  key: SiteKey,
  assertion: string,
): Promise<Use & { visitor: Visitor }> {
  const payload = await verified(deps, key, assertion)
  const said = claims.safeParse(payload)
  const latest = deps.nowMs() / 1000 + ASSERTION_LIFETIME_MAX_MS / 1000 + CLOCK_TOLERANCE_S
  if (!said.success) throw invalid(errorsOf(said.error))
  const { sub, email, name, phone, jti, exp } = said.data
  if (exp > latest) throw invalid({ exp: ['At most 10 minutes from now.'] })
  return {
    visitor: { externalId: String(sub), email, name, phone: phone || null },
    jti,
    forgetAt: new Date((exp + CLOCK_TOLERANCE_S) * 1000),
  }
}

const { id: sub, ...person } = siteUser.shape
const claims = z.object({
  sub,
  ...person,
  jti: z
    .string('Send an id of this assertion, another one each time.')
    .check(
      z.minLength(1, 'Send an id of this assertion, another one each time.'),
      z.maxLength(ASSERTION_ID_MAX_LENGTH, `At most ${ASSERTION_ID_MAX_LENGTH} characters.`),
    ),
  exp: z.number('Send when it expires, in seconds since 1970.'),
})

const errorsOf = ({ issues }: z.core.$ZodError): Record<string, string[]> =>
  Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), [message]]))

async function verified(deps: AssertionDeps, key: SiteKey, assertion: string): Promise<JWTPayload> {
  const options = {
    audience: key.text,
    clockTolerance: CLOCK_TOLERANCE_S,
    currentDate: new Date(deps.nowMs()),
  }
  const algorithm = algorithmOf(assertion)
  if (algorithm !== SECRET_ALGORITHM && !SITE_ALGORITHMS.includes(algorithm))
    throw refused('algorithm', `Sign with ${[SECRET_ALGORITHM, ...SITE_ALGORITHMS].join(', ')}.`)
  try {
    if (algorithm === SECRET_ALGORITHM)
      return await bySecret(assertion, await secretsOf(deps, key), { ...options, algorithms: [algorithm] })
    const set = createLocalJWKSet(await jwksOf(deps.db, key))
    return (await jwtVerify(assertion, set, { ...options, algorithms: [...SITE_ALGORITHMS] })).payload
  } catch (error) {
    throw refusalOf(error, key)
  }
}

function algorithmOf(assertion: string): string {
  try {
    return decodeProtectedHeader(assertion).alg ?? ''
  } catch (error) {
    throw refused('malformed', 'This is not a signed JWT.', error)
  }
}

/** The first secret that signed it. Rejects like the last one. */
async function bySecret(
  assertion: string,
  [secret, ...others]: readonly Buffer[],
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  if (!secret)
    throw refused(
      'key_unknown',
      'This secret key was created before it could sign assertions. Rotate it in the seller app under Company, On your site.',
    )
  try {
    return (await jwtVerify(assertion, secret, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed) || others.length === 0) throw error
    return bySecret(assertion, others, options)
  }
}

/**
 * The secret of this key and the former one while it works. What is sealed counts only if it is the secret with the stored hash: a node
 * of the version before writes the hash alone. By primary key.
 */
async function secretsOf({ db, secret }: AssertionDeps, { id }: SiteKey): Promise<Buffer[]> {
  const row = await db
    .selectFrom('server_keys')
    .select(['secret_hash', 'secret_sealed', 'former_hash', 'former_sealed'])
    .select(sql<boolean>`coalesce(former_until > now(), false)`.as('is_former_valid'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const open = (hash: Uint8Array | null, sealed: Uint8Array | null): Buffer[] => {
    const plain = sealed && unseal(secret, { kind: 'server_key', id }, sealed)
    return plain && hash && tokenHash(plain.toString()).equals(hash) ? [plain] : []
  }
  return [
    ...open(row.secret_hash, row.secret_sealed),
    ...(row.is_former_valid ? open(row.former_hash, row.former_sealed) : []),
  ]
}

/** By primary key. */
async function jwksOf(db: Database, { id }: SiteKey): Promise<JSONWebKeySet> {
  const row = await db.selectFrom('server_keys').select('jwks').where('id', '=', id).executeTakeFirst()
  return (row?.jwks ?? { keys: [] }) as JSONWebKeySet
}

function refusalOf(error: unknown, key: SiteKey): unknown {
  if (error instanceof errors.JWTExpired)
    return refused('expired', 'This assertion has expired. Sign another one.')
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === 'aud'
      ? refused('audience', `The aud of this assertion must be ${key.text}.`)
      : refused('expired', `This assertion is not valid now: ${error.message}.`)
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return refused(
      'signature',
      `This assertion was not signed with a secret of ${key.text}, or by the key it names.`,
    )
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return refused(
      'key_unknown',
      `${key.text} has no public key that this assertion names (kid). Add it in the seller app under Company, On your site.`,
    )
  return error instanceof errors.JOSEError ? refused('malformed', 'This is not a signed JWT.', error) : error
}

type Reason = 'malformed' | 'algorithm' | 'key_unknown' | 'signature' | 'audience' | 'expired' | 'used'

const refused = (reason: Reason, message: string, cause?: unknown) =>
  Object.assign(new Refusal(401, { message, code: `assertion_${reason}` }), cause ? { cause } : {})

/** Rejects with 401 for one that was used. Those that have expired are deleted, a few at a time. By used_assertions_expiry and the primary key. */
export async function useOnce(trx: Database, keyId: number, { jti, forgetAt }: Use): Promise<void> {
  const expired = trx
    .selectFrom('used_assertions')
    .select('jti_hash')
    .where('server_key_id', '=', keyId)
    .where('expires_at', '<=', NOW)
    .orderBy('expires_at')
    .limit(EXPIRED_AT_ONCE)
    .forUpdate()
    .skipLocked()
  await trx
    .deleteFrom('used_assertions')
    .where('server_key_id', '=', keyId)
    .where('jti_hash', 'in', expired)
    .execute()
  const added = await trx
    .insertInto('used_assertions')
    .values({ server_key_id: keyId, jti_hash: tokenHash(jti), expires_at: forgetAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  if (!added)
    throw refused('used', 'An assertion with this jti was used already. Sign another one for each token.')
}

const EXPIRED_AT_ONCE = 20
