/**
 * The `Idempotency-Key` of a write: the same key with the same terms is the same call, and with other terms an error of the caller,
 * which must not look as if it had succeeded. Each caller has their own keys. The contract says which endpoints take one.
 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { invalid, Refusal } from './refusal.ts'

/** Null if there is none and none is required. */
export function keyOf(request: FastifyRequest): string | null {
  const { endpoint } = request.routeOptions.config
  if (!endpoint?.idempotency) throw new Error(`${endpoint?.name} does not say that it takes a key.`)
  const header = request.headers['idempotency-key']
  if (header !== undefined) return checked(header)
  if (endpoint.idempotency === 'optional') return null
  throw invalid({
    'Idempotency-Key': [
      'Send a key of your own with each of these calls; repeat it when you repeat the call.',
    ],
  })
}

/** For an endpoint that requires one. */
export const neededKey = (request: FastifyRequest): string => keyOf(request) ?? ''

function checked(header: string | string[]): string {
  if (typeof header !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(header))
    throw invalid({ 'Idempotency-Key': ['Use 1 to 64 letters, digits, _ or -.'] })
  return header
}

/** Call it with whether a repeat has the terms of the first call. */
export function refuseOtherTerms(isSame: boolean): void {
  if (!isSame)
    throw new Refusal(409, {
      message:
        'This Idempotency-Key was used with other terms. Repeat the first call as it was, or send these terms with a new key.',
      code: 'idempotency_key_reused',
    })
}

/** Of terms that the row does not store unchanged. The order of fields does not matter. */
export const termsDigest = (terms: unknown): string =>
  createHash('sha256').update(JSON.stringify(terms, sortedFields)).digest('base64url')

const sortedFields = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
