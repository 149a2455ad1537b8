/** Whether a password may be set: the shared rule, and the list of common ones. */
import { invalid } from '#server/core/http/refusal.ts'
import { COMMON_PASSWORD, type PasswordOwner, passwordProblem } from '#shared/rules/password.ts'

/** Throws 422 on `password` saying what is wrong, or on `password_confirmation` when the two differ. */
export async function requireNewPassword(
  given: { password: string; password_confirmation?: string },
  owner: PasswordOwner,
): Promise<void> {
  const problem = passwordProblem(given.password, owner)
  if (problem) throw invalid({ password: [problem] })
  const { isCommonPassword } = await import('./common-passwords.ts')
  if (isCommonPassword(given.password)) throw invalid({ password: [COMMON_PASSWORD] })
  const { password_confirmation: repeated } = given
  if (repeated !== undefined && repeated !== given.password)
    throw invalid({ password_confirmation: ['The two passwords differ.'] })
}
