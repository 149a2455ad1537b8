/** A "no" of the server: thrown anywhere below a route, turned into a Laravel-shaped answer in `problems.ts` alone. */
import type { Problem } from '#shared/contract/wire.ts'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly problem: Problem
  readonly retryAfterSeconds: number | null

  constructor(status: number, problem: Problem, retryAfterSeconds: number | null = null) {
    super(problem.message)
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds ?? (status === UNAVAILABLE ? RETRY_AFTER_S : null)
  }
}

const UNAVAILABLE = 503
/** After which a call that could not be answered may succeed, here or on another node. */
export const RETRY_AFTER_S = 1

/** Also for what exists and belongs to somebody else: the two must not be told apart. */
export const notFound = () => new Refusal(404, { message: 'Not found.', code: 'not_found' })

export const unauthenticated = () =>
  new Refusal(401, { message: 'Unauthenticated.', code: 'unauthenticated' })

export const forbidden = () =>
  new Refusal(403, { message: 'This action is unauthorized.', code: 'forbidden' })

export const onlyLooking = () =>
  new Refusal(403, {
    message: 'You are viewing this account as staff. You cannot change anything or open files.',
    code: 'read_only',
  })

export const csrfMismatch = () => new Refusal(419, { message: 'CSRF token mismatch.', code: 'csrf_mismatch' })

export const conflict = (message: string) => new Refusal(409, { message, code: 'conflict' })

/** Field names are dotted: `text_messages_ids.0`. */
export const invalid = (errors: Record<string, string[]>) =>
  new Refusal(422, { message: 'The given data was invalid.', errors, code: 'invalid' })

export const tooMany = (retryAfterSeconds: number) =>
  new Refusal(
    429,
    { message: 'Too Many Attempts.', code: 'too_many_requests' },
    Math.max(1, retryAfterSeconds),
  )

const SCAN_AFTER_S = 60

/** The file is stored and has not been scanned for viruses yet. */
export const quarantined = () =>
  new Refusal(
    409,
    { message: 'This file is being checked for viruses. Try again in a few minutes.', code: 'quarantined' },
    SCAN_AFTER_S,
  )

/** The database is unreachable or too slow, or the server is closing. */
export const unavailable = () =>
  new Refusal(503, {
    message: 'The server cannot answer right now. Try again in a few seconds.',
    code: 'unavailable',
  })

/** Nothing was stored. Waiting does not help, so there is no Retry-After. */
export const storageFull = () =>
  new Refusal(507, {
    message: 'The server has no space left, so this was not saved. Reading still works.',
    code: 'storage_full',
  })
