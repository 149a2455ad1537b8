/** Passwords: argon2id, and the same work for people who do not exist, so that a login tells nobody who has an account. */
import { hash, verify } from '@node-rs/argon2'

/** OWASP's second choice of parameters: 19 MiB, two passes; about 25 ms here. The algorithm's default is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** `stored` is null for an unknown e-mail or an account without a password; that takes as long and is false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const matches = await verify(stored ?? HASH_OF_NOBODY, password).catch(() => false)
  return stored !== null && matches
}

/** A hash of nothing anybody knows, with the cost above. */
export const HASH_OF_NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$tOxesgYrIHz8usTPvYidhA$rBMiuMtxQnbI2Ohl0xxkZR3H889LrXHYzkGbJFTQiDI'
