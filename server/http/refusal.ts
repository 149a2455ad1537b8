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
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Also for what exists and belongs to somebody else: the two must not be told apart. */
export const notFound = () => new Refusal(404, { message: 'Not found.', code: 'not_found' })

export const unauthenticated = () =>
  new Refusal(401, { message: 'Unauthenticated.', code: 'unauthenticated' })

export const forbidden = () =>
  new Refusal(403, { message: 'This action is unauthorized.', code: 'forbidden' })

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
