import { expect, test, vi } from 'vitest'
import type { EmailStatus } from '#marketplace/buyer/features/login/login-calls.ts'
import { createLoginModel } from '#marketplace/buyer/features/login/login-model.ts'
import { waitText } from '#marketplace/buyer/platform/countdown.ts'
import type { Entered, Refusal } from '#marketplace/buyer/platform/entrance.ts'
import { CODE_RESEND_MS, LOGIN_WINDOW_MS } from '#shared/contract/limits.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const done = <T>(value: T) => ({ kind: 'done', value }) as const
const refused = (over: Partial<Extract<Refusal, { kind: 'refused' }>> = {}) =>
  ({ kind: 'refused', status: 422, code: null, message: 'No.', errors: {}, ...over }) as const

interface Script {
  start?: 'email' | 'password'
  entered?: Entered
  status?: EmailStatus
}

function setUp({ start = 'password', entered = { kind: 'welcome' }, status = 'active' }: Script = {}) {
  const time = createFakeClock()
  const entrance = {
    byPassword: vi.fn(async (_email: string, _password: string) => entered),
    byCode: vi.fn(async (_email: string, _hash: string): Promise<Entered> => ({ kind: 'welcome' })),
  }
  const calls = {
    statusOf: vi.fn(async (_email: string) => done(status)),
    startCode: vi.fn(async (_email: string) => done(71)),
    sendCode: vi.fn(async (_handle: number) => done(null)),
    checkCode: vi.fn(
      async (_handle: number, _code: string) => done('hash') as ReturnType<typeof done<string>> | Refusal,
    ),
    recover: vi.fn(async (_email: string) => done(null)),
  }
  const register = vi.fn()
  const support = async () => ({ email: 'help@plat.example', phone: null, hours: null })
  const model = createLoginModel({ entrance, calls, clock: time, start, register, support })
  model.email.value = ' dana@plat.example '
  return { model, entrance, calls, register, time }
}

test('the e-mail is sent without the blanks around it, the password with them', async () => {
  const { model, entrance } = setUp()
  model.password.value = ' pw '
  await model.submit()
  expect(entrance.byPassword).toHaveBeenCalledWith('dana@plat.example', ' pw ')
})

test.each([[''], ['dana'], ['dana@plat']])(
  'an e-mail of "%s" is asked for again, without a call',
  async (email) => {
    const { model, entrance, calls } = setUp()
    model.email.value = email
    await model.submit()
    expect(model.problem.value?.field).toBe('email')
    expect([entrance.byPassword.mock.calls.length, calls.statusOf.mock.calls.length]).toEqual([0, 0])
  },
)

test('the e-mail alone leads to the password of an account that has one', async () => {
  const { model } = setUp({ start: 'email' })
  await model.submit()
  expect([model.step.value, model.problem.value]).toEqual(['password', null])
})

test('an e-mail nobody has leads to the registration with it', async () => {
  const { model, register } = setUp({ start: 'email', status: 'not_exists' })
  await model.submit()
  expect(register).toHaveBeenCalledExactlyOnceWith('dana@plat.example')
})

test('an account without a password is mailed a code', async () => {
  const { model, calls } = setUp({ start: 'email', status: 'no_password' })
  await model.submit()
  expect(calls.startCode).toHaveBeenCalledWith('dana@plat.example')
  expect([model.step.value, model.isWithoutPassword.value]).toEqual(['code', true])
})

test('a blocked account is told at its e-mail', async () => {
  const { model } = setUp({ start: 'email', status: 'blocked' })
  await model.submit()
  expect(model.problem.value).toEqual({
    field: 'email',
    message: 'This account is blocked. To have it reviewed, write to help@plat.example.',
  })
})

test('with both fields an empty password is asked for where there is one', async () => {
  const { model } = setUp()
  await model.submit()
  expect(model.problem.value).toEqual({ field: 'password', message: 'Enter your password.' })
})

test.each([401, 422])(
  'a wrong password (%i) is said in words that name neither, and what was typed stays',
  async (status) => {
    const { model } = setUp({ entered: refused({ status }) })
    model.password.value = 'pw'
    await model.submit()
    expect(model.problem.value).toEqual({ field: 'password', message: 'Email or password is incorrect.' })
    expect([model.email.value, model.password.value]).toEqual([' dana@plat.example ', 'pw'])
  },
)

test.each<[string, Entered, RegExp]>([
  ['a server that is down', { kind: 'unreachable' }, /Nothing is lost/],
  ['a captcha that cannot be loaded', { kind: 'captcha' }, /could not be loaded/],
  ['a captcha that was refused', refused({ errors: { recaptcha_token: 'x' } }), /could not be loaded/],
  ['a blocked account', refused({ status: 403, message: 'This account is blocked.' }), /is blocked/],
])('%s is said apart from the fields', async (_name, entered, words) => {
  const { model } = setUp({ entered })
  model.password.value = 'pw'
  await model.submit()
  expect(model.problem.value?.field).toBeNull()
  expect(model.problem.value?.message).toMatch(words)
})

test('too many tries count down to the next one', async () => {
  const { model, entrance, time } = setUp({ entered: { kind: 'throttled', retryAfterMs: 3_000 } })
  model.password.value = 'pw'
  await model.submit()
  expect(model.waitSeconds.value).toBe(3)
  await model.submit()
  expect(entrance.byPassword).toHaveBeenCalledTimes(1)
  time.advance(1_000)
  expect(model.waitSeconds.value).toBe(2)
  time.advance(2_000)
  expect([model.waitSeconds.value, time.timers]).toEqual([0, 0])
  await model.submit()
  expect(entrance.byPassword).toHaveBeenCalledTimes(2)
})

test('too many tries without a time wait as long as the server looks back', async () => {
  const { model } = setUp({ entered: { kind: 'throttled', retryAfterMs: null } })
  model.password.value = 'pw'
  await model.submit()
  expect(model.waitSeconds.value).toBe(LOGIN_WINDOW_MS / 1000)
  model.dispose()
})

test('a second press while the first is on its way does nothing', async () => {
  const { model, entrance } = setUp()
  model.password.value = 'pw'
  const first = model.submit()
  expect(model.isBusy.value).toBe(true)
  await model.submit()
  await first
  expect(entrance.byPassword).toHaveBeenCalledTimes(1)
  expect(model.isBusy.value).toBe(false)
})

test('a mailed code is traded for the hash that logs in', async () => {
  const { model, entrance, calls } = setUp()
  await model.emailCode()
  model.code.value = '482913'
  await model.submit()
  expect(calls.checkCode).toHaveBeenCalledWith(71, '482913')
  expect(entrance.byCode).toHaveBeenCalledWith('dana@plat.example', 'hash')
})

test('a wrong code is said under the boxes, which are empty for the next one', async () => {
  const { model, calls, entrance } = setUp()
  calls.checkCode.mockResolvedValue(refused({ errors: { code: 'That code is not right. 4 tries left.' } }))
  await model.emailCode()
  model.code.value = '111111'
  await model.submit()
  expect(model.problem.value).toEqual({ field: 'code', message: 'That code is not right. 4 tries left.' })
  expect([model.code.value, entrance.byCode.mock.calls.length]).toEqual(['', 0])
})

test('another code is sent to the same login, and waits again', async () => {
  const { model, calls, time } = setUp()
  await model.emailCode()
  expect(model.resendSeconds.value).toBe(CODE_RESEND_MS / 1000)
  time.advance(CODE_RESEND_MS)
  expect(model.resendSeconds.value).toBe(0)
  await model.resend()
  expect(calls.sendCode).toHaveBeenCalledWith(71)
  expect(model.resendSeconds.value).toBe(CODE_RESEND_MS / 1000)
  model.dispose()
})

test('the way to a new password takes the e-mail along', async () => {
  const { model, calls } = setUp()
  model.goTo('forgot')
  await model.submit()
  expect(calls.recover).toHaveBeenCalledWith('dana@plat.example')
  expect(model.step.value).toBe('mailed')
})

test.each([
  [5, '5 s'],
  [59, '59 s'],
  [60, '1:00 min'],
  [605, '10:05 min'],
])('%i seconds are written as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
