/** The installation's secret, from which every signing key is derived. During a rotation the former ones still verify. */

/** A list is newest first: the first one signs, all of them verify. */
export type Secret = string | readonly [string, ...string[]]

export const signingSecret = (secret: Secret): string => (typeof secret === 'string' ? secret : secret[0])

export const verifyingSecrets = (secret: Secret): readonly string[] =>
  typeof secret === 'string' ? [secret] : secret
