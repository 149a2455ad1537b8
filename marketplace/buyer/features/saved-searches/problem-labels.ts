/** What went wrong, with each field that was refused. */
import { formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Failure } from '#shared/api/api-error.ts'

export const problemWords = (failure: Failure): string =>
  formMessage(sayFailure(failure)) ?? 'That was refused.'
