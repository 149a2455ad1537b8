/** What went wrong with a call, as the seller app and the console say it. */
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { sayFailure } from './attempt.ts'

export const errorText = (error: unknown): string =>
  error instanceof ApiError ? failureText(error.failure) : 'Something in this page is broken.'

export function failureText(failure: Failure): string {
  const { fields, message } = sayFailure(failure)
  return message ?? Object.values(fields)[0] ?? ''
}
