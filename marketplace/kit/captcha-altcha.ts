/** Altcha's proof of work, solved with what the browser brings. */
import { solveAltcha as solve } from '#shared/lib/solve-altcha.ts'

/** The payload for the server. Rejects when no solution is found in time. */
export const solveAltcha = (challenge: unknown): Promise<string> => solve(challenge, keyDerivation)

/** Both by the Web Crypto of the browser. */
async function keyDerivation(algorithm: string) {
  const { deriveKey } = algorithm.startsWith('PBKDF2')
    ? await import('altcha-lib/algorithms/web/pbkdf2')
    : await import('altcha-lib/algorithms/web/sha')
  return deriveKey
}
