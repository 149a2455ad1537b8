import { expect, test, vi } from 'vitest'
import { createDraftStore } from '#marketplace/buyer/features/register/draft.ts'
import { createRegisterModel, type FieldName } from '#marketplace/buyer/features/register/register-model.ts'
import type { Entered } from '#marketplace/buyer/platform/entrance.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const FILLED: Record<FieldName, string> = {
  first_name: ' Dana ',
  last_name: 'Whitfield',
  email: ' dana@whitfieldholdings.com ',
  phone: '(713) 284-0142',
  password: 'a kettle on the porch',
}

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
}

function setUp(entered: Entered = { kind: 'welcome' }, storage = memory(), email?: string) {
  const register = vi.fn(async (_body: unknown) => entered)
  const model = createRegisterModel({
    register,
    draft: createDraftStore(() => storage),
    referral: () => ({ attachAccountId: null, utm: { utm_source: 'flyer' } }),
    clock: createFakeClock(),
    ...(email ? { email } : {}),
  })
  return { model, register, storage }
}

function fill(model: ReturnType<typeof setUp>['model'], over: Partial<typeof FILLED> = {}) {
  for (const [field, value] of Object.entries({ ...FILLED, ...over })) model.change(field as FieldName, value)
}

const refusedWith = (errors: Record<string, string>): Entered => ({
  kind: 'refused',
  status: 422,
  code: null,
  message: 'No.',
  errors,
})

test('what was typed is sent as the server takes it, with the terms that were shown', async () => {
  const { model, register } = setUp()
  fill(model)
  expect(await model.submit()).toBeNull()
  expect(register).toHaveBeenCalledExactlyOnceWith({
    first_name: 'Dana',
    last_name: 'Whitfield',
    email: 'dana@whitfieldholdings.com',
    phone: '+17132840142',
    password: 'a kettle on the porch',
    sms_opt_in: false,
    terms_version: TERMS_VERSION,
    utm: { utm_source: 'flyer' },
  })
})

test('a field says what is wrong when it is left, and then follows each change', () => {
  const { model } = setUp()
  model.change('email', 'dana')
  expect(model.errors.value).toEqual({})
  model.leave('email')
  expect(model.errors.value.email).toMatch(/email address/)
  model.change('email', 'dana@plat.example')
  expect(model.errors.value).toEqual({})
})

test('passing through an empty field is no mistake yet', () => {
  const { model } = setUp()
  model.leave('first_name')
  expect(model.errors.value).toEqual({})
})

test.each<[string, Partial<typeof FILLED>, FieldName]>([
  ['no first name', { first_name: ' ' }, 'first_name'],
  ['no last name', { last_name: '' }, 'last_name'],
  ['no e-mail', { email: 'dana@' }, 'email'],
  ['half a phone', { phone: '(713) 28' }, 'phone'],
  ['no password', { password: '' }, 'password'],
  ['a short password', { password: 'porch' }, 'password'],
  ['the e-mail as password', { password: 'dana@whitfieldholdings.com' }, 'password'],
  ['the name as password', { password: 'DanaWhitfield' }, 'password'],
])('with %s nothing is sent, and the field gets the focus', async (_name, over, field) => {
  const { model, register } = setUp()
  fill(model, over)
  expect(await model.submit()).toBe(field)
  expect(register).not.toHaveBeenCalled()
})

test('what the server refuses stands at its field and in the summary, until the field changes', async () => {
  const { model } = setUp(refusedWith({ email: 'This email has an account.', other: 'Odd.' }))
  fill(model)
  await model.submit()
  expect(model.errors.value.email).toBe('This email has an account.')
  expect(model.summary.value).toEqual([
    { field: 'email', message: 'This email has an account.' },
    { field: null, message: 'Odd.' },
  ])
  model.change('email', 'other@plat.example')
  expect(model.errors.value).toEqual({})
})

test('a server that is gone loses nothing', async () => {
  const { model } = setUp({ kind: 'unreachable' })
  fill(model)
  await model.submit()
  expect(model.problem.value).toMatch(/Nothing is lost/)
  expect(model.values.value).toEqual(FILLED)
})

test('too many registrations count down', async () => {
  const { model, register } = setUp({ kind: 'throttled', retryAfterMs: 9_000 })
  fill(model)
  await model.submit()
  expect(model.waitSeconds.value).toBe(9)
  await model.submit()
  expect(register).toHaveBeenCalledOnce()
  model.dispose()
})

test('what was typed outlives a reload, the password never', () => {
  const { model, storage } = setUp()
  fill(model)
  model.setSmsOptIn(true)
  expect(storage.getItem('plat.register')).not.toContain('kettle')
  const again = setUp({ kind: 'welcome' }, storage).model
  expect(again.values.value).toEqual({ ...FILLED, password: '' })
  expect(again.smsOptIn.value).toBe(true)
})

test('an account that was created leaves no draft behind', async () => {
  const { model, storage } = setUp()
  fill(model)
  await model.submit()
  expect(storage.getItem('plat.register')).toBeNull()
})

test('the e-mail from the login form wins over an older draft', () => {
  const { model, storage } = setUp()
  fill(model)
  expect(setUp({ kind: 'welcome' }, storage, 'new@plat.example').model.values.value.email).toBe(
    'new@plat.example',
  )
})

test('text messages are opted into by nobody but the person', () => {
  expect(setUp().model.smsOptIn.value).toBe(false)
})
