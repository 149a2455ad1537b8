/** The text of a seller's keys: 32 random bytes behind a prefix that tells the two apart. Of a secret key only its hash is stored. */
import { newToken } from '#server/accounts/login/tokens.ts'

export const newSecretKey = (): string => `sk_${newToken()}`
export const newPublishableKey = (): string => `pk_${newToken().slice(0, PUBLISHABLE_LENGTH)}`

const PUBLISHABLE_LENGTH = 24
const ENDS_WITH_LENGTH = 4

/** Enough to tell one secret from another, and no help to guess it. */
export const endOf = (secret: string): string => secret.slice(-ENDS_WITH_LENGTH)
