import { expect, test } from 'vitest'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import type { Failure } from '#shared/api/api-error.ts'

const refused = (status: number, problem: object = {}, retryAfterMs: number | null = null): Failure => ({
  kind: 'refused',
  status,
  problem: { message: '', ...problem },
  retryAfterMs,
})

test('a field is told its own words and nothing is said twice', () => {
  const said = sayFailure(
    refused(422, { message: 'Not valid.', errors: { bio: ['Too long.', 'Too dull.'] } }),
  )
  expect(said).toEqual({ fields: { bio: 'Too long.' }, message: null })
})

test.each([
  ['offline', { kind: 'offline' }, /cannot be reached/],
  ['too slow', { kind: 'timeout' }, /took too long/],
  ['not an answer', { kind: 'malformed', status: 200 }, /on our side/],
  ['an error of the server', refused(500, { message: 'SELECT failed' }), /on our side/],
  ['a database that is away', refused(503, { message: 'Try again' }), /on our side. Nothing is lost/],
  ['a server without space', refused(507, { message: 'This was not saved.' }), /^This was not saved.$/],
  ['a conflict in its own words', refused(409, { message: 'A deposit is held.' }), /^A deposit is held\.$/],
  ['too many tries', refused(429, {}, 95_000), /Try again in 2 min\./],
  ['too many tries, soon over', refused(429, {}, 12_000), /Try again in 12 s\./],
] as [string, Failure, RegExp][])('%s is said in words', (_, failure, words) => {
  expect(sayFailure(failure).message).toMatch(words)
})
