/** The 49,000 most common passwords, those that are long enough to be chosen here. Imported when the first password is set. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN_LENGTH } from '#shared/contract/limits.ts'

const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map(String).filter((word) => word.length >= PASSWORD_MIN_LENGTH),
)

export const isCommonPassword = (password: string): boolean => COMMON.has(password.trim().toLowerCase())
