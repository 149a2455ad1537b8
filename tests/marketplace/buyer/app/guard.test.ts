import { expect, test } from 'vitest'
import { judge } from '#marketplace/buyer/app/current-page.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import * as eg from '#tests/support/eg.ts'

const STATES = {
  user: { phase: 'user', user: eg.user() },
  visitor: { phase: 'visitor' },
  unknown: { phase: 'unknown' },
  unreachable: { phase: 'unreachable', failure: { kind: 'offline' } },
} satisfies Record<string, UserState>

test.each(Object.keys(STATES) as (keyof typeof STATES)[])('an open page shows to a %s', (who) => {
  expect(judge(undefined, STATES[who], '/')).toEqual({ kind: 'show' })
})

test('a guarded page shows to who is logged in', () => {
  expect(judge('user', STATES.user, '/profile')).toEqual({ kind: 'show' })
})

test('a guarded page sends a visitor to log in and remembers the whole address', () => {
  expect(judge('user', STATES.visitor, '/messenger?account=7#x')).toEqual({
    kind: 'redirect',
    to: '/login?return_to=%2Fmessenger%3Faccount%3D7%23x',
  })
})

test('a guarded page waits while it is not known who this is', () => {
  expect(judge('user', STATES.unknown, '/profile')).toEqual({ kind: 'wait' })
})

test('a guarded page says so when the server cannot be asked', () => {
  expect(judge('user', STATES.unreachable, '/profile')).toEqual({
    kind: 'unreachable',
    failure: { kind: 'offline' },
  })
})

test('a route that names a middleware which does not exist is a mistake that shows', () => {
  expect(() => judge('admin', STATES.user, '/profile')).toThrow('Unknown route middleware')
  expect(() => judge('toString', STATES.user, '/profile')).toThrow('Unknown route middleware')
})
