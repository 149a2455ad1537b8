/** What went wrong with a call, as the seller app and the console say it. */
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { formMessage, sayFailure } from './attempt.ts'

export const errorText = (error: unknown): string =>
  error instanceof ApiError ? failureText(error.failure) : 'Something in this page is broken.'

export const failureText = (failure: Failure): string => formMessage(sayFailure(failure)) ?? ''
