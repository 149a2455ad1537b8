/**
 * Solves altcha's proof of work. The browser derives each key outside of the page's own thread, so typing stays smooth
 * while it counts.
 */
import { type Challenge, solveChallenge } from 'altcha-lib'

const SOLVE_TIMEOUT_MS = 30_000

/** The payload altcha's server side reads: base64 of the challenge and its solution. Rejects when none is found in time. */
export async function solveAltcha(given: unknown): Promise<string> {
  if (!isChallenge(given)) throw new TypeError('This is not an altcha challenge')
  const deriveKey = await keyDerivation(given.parameters.algorithm)
  const solution = await solveChallenge({ challenge: given, deriveKey, timeout: SOLVE_TIMEOUT_MS })
  if (solution === null) throw new Error('The proof of work took too long')
  const { parameters, signature } = given
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
}

/** Both by the Web Crypto of the browser. */
async function keyDerivation(algorithm: string) {
  const { deriveKey } = algorithm.startsWith('PBKDF2')
    ? await import('altcha-lib/algorithms/web/pbkdf2')
    : await import('altcha-lib/algorithms/web/sha')
  return deriveKey
}

function isChallenge(given: unknown): given is Challenge {
  if (typeof given !== 'object' || given === null || !('parameters' in given)) return false
  const { parameters } = given
  return typeof parameters === 'object' && parameters !== null && 'algorithm' in parameters
}
