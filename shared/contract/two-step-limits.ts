/** The limits of two-step login. Ours. Imports nothing. */

/** How long a login may wait for its second step, and a passkey for its answer. */
export const LOGIN_CHALLENGE_MS = 10 * 60_000
/** Wrong answers allowed for one challenge. */
export const CHALLENGE_TRIES = 5
/** Wrong codes of an authenticator app that one person may give in an hour. Passkeys and recovery codes keep working. */
export const CODE_TRIES_PER_HOUR = 10
/** How long "Confirm it's you" lasts. */
export const CONFIRMED_FOR_MS = 10 * 60_000
export const RECOVERY_CODES = 10
/** Passkeys and authenticator apps of one person. */
export const FACTORS_MAX = 10
export const FACTOR_NAME_MAX_LENGTH = 60
/** Passkey logins that one network may start in a minute. */
export const PASSKEY_LOGINS_PER_MINUTE = 30
