/** The public keys that a seller sets for its site. What is stored can verify, and nothing else. */
import { importJWK, type JWK } from 'jose'
import { invalid } from '#server/core/http/refusal.ts'
import type { SiteJwksWire } from '#shared/contract/seller-keys.ts'

/** By the `kty` of a key, what it may sign with. One algorithm each, so that nobody has to say `alg`. */
const ALGORITHMS = new Map([
  ['EC', 'ES256'],
  ['RSA', 'RS256'],
  ['OKP', 'EdDSA'],
])
export const SITE_ALGORITHMS: readonly string[] = [...ALGORITHMS.values()]

/** Rejects with 422 for each key that is none, is not public, or cannot be told from another. */
export async function checkedJwks(jwks: SiteJwksWire): Promise<SiteJwksWire> {
  const problems = await Promise.all(jwks.keys.map((key, at) => problemOf(key, jwks.keys.slice(0, at))))
  const errors = problems.flatMap((problem, at) => (problem === null ? [] : [[`jwks.keys.${at}`, [problem]]]))
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
  return jwks
}

type SiteJwk = SiteJwksWire['keys'][number]

async function problemOf(key: SiteJwk, before: readonly SiteJwk[]): Promise<string | null> {
  if (PRIVATE_MEMBERS.some((name) => name in key))
    return 'This is a private or shared key. Send the public key only, and replace this one.'
  const algorithm = ALGORITHMS.get(key.kty)
  if (!algorithm) return 'Use a key for ES256, RS256 or EdDSA.'
  if (!key.kid) return 'Add a kid, so that an assertion can name this key.'
  if (before.some(({ kid }) => kid === key.kid)) return `Another key has the kid "${key.kid}".`
  const isUsable = await importJWK({ ...key, alg: algorithm } as JWK, algorithm).then(
    () => key.kty !== 'EC' || key.crv === 'P-256',
    () => false,
  )
  return isUsable ? null : `This is not a public key for ${algorithm}.`
}

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'k']
