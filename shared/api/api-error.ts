/** The one error a call can fail with. */
import type { Problem } from '#shared/contract/wire.ts'

/**
 * What went wrong, closed:
 * `offline`: no answer came. `timeout`: none came in time; the call may still have worked.
 * `refused`: an answer with an error status. `malformed`: an answer that is not what the contract says.
 */
export type Failure =
  | { kind: 'offline' }
  | { kind: 'timeout' }
  | {
      kind: 'refused'
      status: number
      problem: Problem
      retryAfterMs: number | null
      /** What HTTP/1.1 says beside the number, e.g. `Not Found`; later versions say nothing. */
      statusText?: string
    }
  | { kind: 'malformed'; status: number }

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: Failure
  readonly endpoint: string

  constructor(endpoint: string, failure: Failure, cause?: unknown) {
    super(`${endpoint}: ${describe(failure)}`, { cause })
    this.endpoint = endpoint
    this.failure = failure
  }
}

/** The server answered, and its words are for the person at the screen: what it refused it did not do. */
export const isRefusal = (failure: Failure): failure is Failure & { kind: 'refused' } =>
  failure.kind === 'refused' && (failure.status < 500 || failure.status === STORAGE_FULL)

const STORAGE_FULL = 507

/** True when the call may have done its work although nobody said so. */
export const isOutcomeUnknown = (failure: Failure): boolean => !isRefusal(failure)

function describe(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return 'no connection to the server'
    case 'timeout':
      return 'the server took too long to answer'
    case 'malformed':
      return `the answer (status ${failure.status}) is not what this API answers with`
    case 'refused':
      return `refused with ${failure.status}`
  }
}
