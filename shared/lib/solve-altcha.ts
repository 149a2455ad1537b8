/**
 * Solves altcha's proof of work. The browser derives each key outside of the page's own thread, so typing stays smooth
 * while it counts.
 */
import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib'

const SOLVE_TIMEOUT_MS = 30_000

/**
 * The payload altcha's server side reads: base64 of the challenge and its solution. Rejects when none is found in time. `keyDerivation`
 * brings what derives keys by an algorithm, e.g. `PBKDF2/SHA-256`.
 */
export async function solveAltcha(
  given: unknown,
  keyDerivation: (algorithm: string) => Promise<DeriveKeyFunction>,
): Promise<string> {
  if (!isChallenge(given)) throw new TypeError('This is not an altcha challenge')
  const deriveKey = await keyDerivation(given.parameters.algorithm)
  const solution = await solveChallenge({ challenge: given, deriveKey, timeout: SOLVE_TIMEOUT_MS })
  if (solution === null) throw new Error('The proof of work took too long')
  const { parameters, signature } = given
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
}

function isChallenge(given: unknown): given is Challenge {
  if (typeof given !== 'object' || given === null || !('parameters' in given)) return false
  const { parameters } = given
  return typeof parameters === 'object' && parameters !== null && 'algorithm' in parameters
}
