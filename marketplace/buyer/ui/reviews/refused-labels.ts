/** Why the server would not take something, in its own words; a failure on the way in ours. */
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import type { Failure } from '#shared/api/api-error.ts'

export function refusedWords(failure: Failure): string {
  if (failure.kind !== 'refused' || failure.status >= 500) return failureWords(failure)
  return Object.values(failure.problem.errors ?? {})[0]?.[0] ?? failure.problem.message
}
