import { expect, test } from 'vitest'
import { failureOf } from '#marketplace/buyer/app/route-boundary.tsx'
import { ApiError } from '#shared/api/api-error.ts'

const refused = (status: number) =>
  new ApiError('currentUser', {
    kind: 'refused',
    status,
    problem: { message: 'x', request_id: 'req-1' },
    retryAfterMs: null,
  })

test('a failed call is found by the id of its request', () => {
  expect(failureOf(refused(500))).toEqual({ reference: 'req-1', isLoginNeeded: false })
})

test('a session that has ended is no error page', () => {
  expect(failureOf(refused(401)).isLoginNeeded).toBe(true)
})

test('any other failure gets a reference that says nothing of it', () => {
  const { reference, isLoginNeeded } = failureOf(new Error('the secret'))
  expect(reference).toMatch(/^[a-z0-9]{1,8}$/)
  expect(isLoginNeeded).toBe(false)
})
