/** What a password that is set must be: long enough, and not the name or address of its owner. No rules of composition. */
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/contract/limits.ts'

export interface PasswordOwner {
  email?: string | null | undefined
  /** First name, last name, both; empty ones are skipped. */
  names?: readonly (string | null | undefined)[]
}

/**
 * A sentence for the person, or null when the password may be used. Whether it is among the common ones is not asked here: the
 * list is large, so the server looks itself and the browser loads it with its meter.
 */
export function passwordProblem(password: string, { email, names = [] }: PasswordOwner = {}): string | null {
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH) return `Use at least ${PASSWORD_MIN_LENGTH} characters.`
  // The wire counts UTF-16 units, so this does too.
  if (password.length > PASSWORD_MAX_LENGTH) return `Use at most ${PASSWORD_MAX_LENGTH} characters.`
  const bare = bareOf(password)
  if (bare === '') return 'Use more than blanks.'
  if (email && (bare === bareOf(email) || bare === bareOf(email.split('@')[0] ?? '')))
    return 'Do not use your email as the password.'
  const own = [...names, names.join(' ')].map((name) => bareOf(name ?? '')).filter((name) => name !== '')
  if (own.includes(bare)) return 'Do not use your name as the password.'
  return null
}

/** The words people see when the server finds the password on the common list; the meter says the same. */
export const COMMON_PASSWORD = 'This password is on lists of common ones. Choose another.'

/** Blanks, dots and case do not make a name another name. */
const bareOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]+/g, '')
