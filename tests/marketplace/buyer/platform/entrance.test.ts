import { expect, test, vi } from 'vitest'
import { createEntrance } from '#marketplace/buyer/platform/entrance.ts'
import { createReferralStore } from '#marketplace/buyer/platform/referral.ts'
import { createUserStore } from '#marketplace/buyer/platform/user-store.ts'
import { type Answer, scriptedApi } from './scripted-fetch.ts'

const DANA = { id: 1, name: 'Dana Whitfield', email: 'dana@whitfieldholdings.com' }
const welcome = { status: 200, body: { data: { token: 'secret-token', user: DANA } } }
const noCaptcha = { status: 200, body: { data: { provider: 'none' } } }
const noStorage = () => {
  throw new DOMException('blocked')
}

function setUp(answers: Answer[], attachAccountId: number | null = null) {
  const { api, calls } = scriptedApi(answers)
  const log = { warn: vi.fn(), error: vi.fn() }
  const user = createUserStore({ api, log, maySession: () => false })
  const referral = createReferralStore({ attachAccountId, utm: {} }, noStorage)
  return { entrance: createEntrance({ entryApi: api, user, referral, log }), user, calls, log, referral }
}

test('the right password logs in, and no token is kept', async () => {
  const { entrance, user, calls } = setUp([noCaptcha, welcome])
  expect(await entrance.byPassword(DANA.email, 'pw')).toEqual({ kind: 'welcome' })
  expect(calls[1]).toEqual({ method: 'POST', path: '/login', body: { email: DANA.email, password: 'pw' } })
  expect(user.state.value).toMatchObject({ phase: 'user', user: { id: 1 } })
  expect(JSON.stringify(user.state.value)).not.toContain('secret-token')
})

test('a code needs neither password nor captcha', async () => {
  const { entrance, calls } = setUp([welcome])
  await entrance.byCode(DANA.email, 'the-hash')
  expect(calls).toEqual([
    { method: 'POST', path: '/login', body: { email: DANA.email, verification_hash: 'the-hash' } },
  ])
})

test('a new password is sent as its own confirmation', async () => {
  const { entrance, calls } = setUp([welcome])
  await entrance.byNewPassword('the-hash', 'long enough words')
  expect(calls[0]?.body).toEqual({
    confirm_hash: 'the-hash',
    password: 'long enough words',
    password_confirmation: 'long enough words',
  })
})

test('a captcha that cannot be loaded is said as that, and no password is sent', async () => {
  const { entrance, calls } = setUp(['offline', 'offline'])
  expect(await entrance.byPassword(DANA.email, 'pw')).toEqual({ kind: 'captcha' })
  expect(calls.map(({ path }) => path)).not.toContain('/login')
})

test('the seller who sent the person is told after the login, once', async () => {
  const attached = { status: 200, body: { message: 'Done.' } }
  const { entrance, calls, referral } = setUp([welcome, attached, welcome], 7)
  await entrance.byCode(DANA.email, 'hash')
  expect(calls[1]).toMatchObject({
    path: '/customer/api/auth/attach-to-account',
    body: { attach_account_id: 7 },
  })
  await entrance.byCode(DANA.email, 'hash')
  expect(calls).toHaveLength(3)
  expect(referral.get().attachAccountId).toBeNull()
})

test('a seller who could not be told is told with the next login, and nobody is kept out', async () => {
  const { entrance, referral } = setUp([welcome, { status: 500, body: { message: 'x' } }], 7)
  expect(await entrance.byCode(DANA.email, 'hash')).toEqual({ kind: 'welcome' })
  expect(referral.get().attachAccountId).toBe(7)
})

const refused = { kind: 'refused', code: null, errors: {} }

test.each<[string, Answer, unknown]>([
  [
    '422',
    { status: 422, body: { message: 'x', errors: { email: ['one', 'two'] } } },
    { ...refused, status: 422, message: 'x', errors: { email: 'one' } },
  ],
  ['401', { status: 401, body: { message: 'No.' } }, { ...refused, status: 401, message: 'No.' }],
  [
    '409',
    { status: 409, body: { message: 'x', code: 'other_customer' } },
    { ...refused, status: 409, message: 'x', code: 'other_customer' },
  ],
  ['419', { status: 419, body: { message: 'x' } }, { kind: 'unreachable' }],
  ['500', { status: 500, body: { message: 'x' } }, { kind: 'unreachable' }],
  ['no answer', 'offline', { kind: 'unreachable' }],
  [
    '429 with Retry-After',
    { status: 429, body: { message: 'x' }, headers: { 'Retry-After': '90' } },
    { kind: 'throttled', retryAfterMs: 90_000 },
  ],
  ['429 without', { status: 429, body: { message: 'x' } }, { kind: 'throttled', retryAfterMs: null }],
])('a door answered with %s', async (_name, answer, expected) => {
  const { entrance, user } = setUp([answer])
  expect(await entrance.byLink('token')).toEqual(expected)
  expect(user.state.value).toEqual({ phase: 'visitor' })
})

test('a failed login writes no password and no token into the log', async () => {
  const { entrance, log } = setUp([noCaptcha, 'offline', 'offline'])
  await entrance.byPassword('a@b.example', 'hunter2')
  await entrance.byLink('secret-link')
  expect(JSON.stringify(log.warn.mock.calls)).not.toMatch(/hunter2|secret-link/)
})
