import { expect, test, vi } from 'vitest'
import { createEntrance } from '#marketplace/buyer/platform/entrance.ts'
import { createReferralStore } from '#marketplace/buyer/platform/referral.ts'
import { createUserStore } from '#marketplace/buyer/platform/user-store.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'

const DANA = { id: 1, name: 'Dana Whitfield', email: 'dana@whitfieldholdings.com' }
const welcome = { data: { token: 'secret-token', user: DANA } }
const noCaptcha = { data: { provider: 'none' } }
const noStorage = () => {
  throw new DOMException('blocked')
}

function setUp(answers: Scripted[], attachAccountId: number | null = null) {
  const { api, calls } = scriptedApi(answers)
  const log = { warn: vi.fn(), error: vi.fn() }
  const user = createUserStore({ api, log, maySession: () => false })
  const referral = createReferralStore({ attachAccountId, utm: {} }, noStorage)
  return { entrance: createEntrance({ entryApi: api, user, referral, log }), user, calls, log, referral }
}

test('the right password logs in, and no token is kept', async () => {
  const { entrance, user, calls } = setUp([noCaptcha, welcome])
  expect(await entrance.byPassword(DANA.email, 'pw')).toEqual({ kind: 'welcome' })
  expect(calls[1]).toMatchObject({ name: 'login', body: { email: DANA.email, password: 'pw' } })
  expect(user.state.value).toMatchObject({ phase: 'user', user: { id: 1 } })
  expect(JSON.stringify(user.state.value)).not.toContain('secret-token')
})

test('a code needs neither password nor captcha', async () => {
  const { entrance, calls } = setUp([welcome])
  await entrance.byCode(DANA.email, 'the-hash')
  expect(calls).toMatchObject([{ name: 'login', body: { email: DANA.email, verification_hash: 'the-hash' } }])
  expect(calls[0]?.body).not.toHaveProperty('password')
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
  const { entrance, calls } = setUp([OFFLINE])
  expect(await entrance.byPassword(DANA.email, 'pw')).toEqual({ kind: 'captcha' })
  expect(calls.map(({ name }) => name)).not.toContain('login')
})

test('the seller who sent the person is told after the login, once', async () => {
  const attached = { message: 'Done.' }
  const { entrance, calls, referral } = setUp([welcome, attached, welcome], 7)
  await entrance.byCode(DANA.email, 'hash')
  expect(calls[1]).toMatchObject({
    name: 'attachToAccount',
    body: { attach_account_id: 7 },
  })
  await entrance.byCode(DANA.email, 'hash')
  expect(calls).toHaveLength(3)
  expect(referral.get().attachAccountId).toBeNull()
})

test('a seller who could not be told is told with the next login, and nobody is kept out', async () => {
  const { entrance, referral } = setUp([welcome, refused(500, 'x')], 7)
  expect(await entrance.byCode(DANA.email, 'hash')).toEqual({ kind: 'welcome' })
  expect(referral.get().attachAccountId).toBe(7)
})

const REFUSED = { kind: 'refused', code: null, errors: {} }

test.each<[string, Scripted, unknown]>([
  [
    '422',
    refused(422, 'x', { errors: { email: ['one', 'two'] } }),
    { ...REFUSED, status: 422, message: 'x', errors: { email: 'one' } },
  ],
  ['401', refused(401, 'No.'), { ...REFUSED, status: 401, message: 'No.' }],
  [
    '409',
    refused(409, 'x', { code: 'other_customer' }),
    { ...REFUSED, status: 409, message: 'x', code: 'other_customer' },
  ],
  ['419', refused(419, 'x'), { kind: 'unreachable' }],
  ['500', refused(500, 'x'), { kind: 'unreachable' }],
  ['no answer', OFFLINE, { kind: 'unreachable' }],
  [
    '429 with Retry-After',
    refused(429, 'x', { retryAfterMs: 90_000 }),
    { kind: 'throttled', retryAfterMs: 90_000 },
  ],
  ['429 without', refused(429, 'x'), { kind: 'throttled', retryAfterMs: null }],
])('a door answered with %s', async (_name, answer, expected) => {
  const { entrance, user } = setUp([answer])
  expect(await entrance.byLink('token')).toEqual(expected)
  expect(user.state.value).toEqual({ phase: 'visitor' })
})

test('a failed login writes no password and no token into the log', async () => {
  const { entrance, log } = setUp([noCaptcha, OFFLINE, OFFLINE])
  await entrance.byPassword('a@b.example', 'hunter2')
  await entrance.byLink('secret-link')
  expect(JSON.stringify(log.warn.mock.calls)).not.toMatch(/hunter2|secret-link/)
})
