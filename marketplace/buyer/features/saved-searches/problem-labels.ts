/** What went wrong, in one sentence: the first field's, else the whole's. */
import { sayFailure } from '#marketplace/kit/attempt.ts'
import type { Failure } from '#shared/api/api-error.ts'

export function problemWords(failure: Failure): string {
  const { fields, message } = sayFailure(failure)
  return message ?? Object.values(fields)[0] ?? 'That was refused.'
}
