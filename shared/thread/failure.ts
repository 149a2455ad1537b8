/** What a failed call means for the person at the screen. */
import { ApiError, type Failure, isRefusal } from '#shared/api/api-error.ts'

/** The failure behind an error. Anything that is not one is a bug and is thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure
  throw error
}

/** For the page's developer: what is wrong with the backend's address or answer. Null for a failure that comes and goes. */
export function answerProblem(call: string, failure: Failure): string | null {
  if (failure.kind === 'malformed')
    return `${call} answered ${failure.status} with something other than the expected JSON, e.g. a web page. See docs/backend.md.`
  if (failure.kind === 'refused' && failure.status === 404)
    return `${call} answered 404: the backend lacks this path, or what was asked for is gone.`
  return null
}

/** Why a message was not sent, and what to do about it. Empty when the bubble's own 'Not sent' says it all. */
export function sendReason(failure: Failure): string {
  if (!isRefusal(failure)) return 'The server did not answer as it should. Try again in a moment.'
  const { status, problem, retryAfterMs } = failure
  switch (status) {
    case 403:
      return problem.message || 'You cannot write to this conversation.'
    case 404:
      return 'This conversation no longer exists.'
    case 413:
      return 'This message is too large.'
    case 419:
      return 'This page is out of date. Reload it, then try again.'
    case 422:
      return problem.errors?.message?.[0] ?? Object.values(problem.errors ?? {})[0]?.[0] ?? problem.message
    case 429:
      return retryAfterMs === null
        ? 'Too many messages at once. Try again in a moment.'
        : `Too many messages at once. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
    default:
      return problem.message || `The server refused this message (${status}).`
  }
}
