import { expect, test, vi } from 'vitest'
import { createResetModel } from '#marketplace/buyer/features/reset-password/reset-model.ts'
import type { Answer } from '#marketplace/buyer/platform/ask.ts'
import type { Entered, Refusal } from '#marketplace/buyer/platform/entrance.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const refused = (errors: Record<string, string>): Refusal => ({
  kind: 'refused',
  status: 422,
  code: null,
  message: 'No.',
  errors,
})

function setUp(
  valid: Answer<boolean> = { kind: 'done', value: true },
  entered: Entered = { kind: 'welcome' },
) {
  const setPassword = vi.fn(async (_password: string) => entered)
  const mailLink = vi.fn(async (_email: string): Promise<Answer<null>> => ({ kind: 'done', value: null }))
  const model = createResetModel({
    isValid: async () => valid,
    setPassword,
    mailLink,
    clock: createFakeClock(),
  })
  return { model, setPassword, mailLink }
}

test.each<[string, Answer<boolean>, string]>([
  ['works', { kind: 'done', value: true }, 'form'],
  ['has expired or was used', { kind: 'done', value: false }, 'expired'],
  ['is no link at all', refused({ confirm_hash: 'x' }), 'expired'],
  ['cannot be checked', { kind: 'unreachable' }, 'unreachable'],
])('a link that %s', async (_name, valid, step) => {
  const { model } = setUp(valid)
  await model.check()
  expect(model.step.value).toBe(step)
})

test('a good password is set and logs in', async () => {
  const { model, setPassword } = setUp()
  await model.check()
  model.password.value = 'a kettle on the porch'
  await model.submit()
  expect(setPassword).toHaveBeenCalledWith('a kettle on the porch')
  expect(model.step.value).toBe('done')
})

test.each([
  ['', 'Enter a password.'],
  ['porch', 'Use at least 8 characters.'],
])('a password of "%s" is not sent', async (password, words) => {
  const { model, setPassword } = setUp()
  await model.check()
  model.password.value = password
  await model.submit()
  expect(model.fieldProblem.value).toBe(words)
  expect(setPassword).not.toHaveBeenCalled()
})

test('a password the server refuses is said at the field and stays', async () => {
  const { model } = setUp(undefined, refused({ password: 'This password is on lists of common ones.' }))
  await model.check()
  model.password.value = 'password1234'
  await model.submit()
  expect([model.step.value, model.fieldProblem.value, model.password.value]).toEqual([
    'form',
    'This password is on lists of common ones.',
    'password1234',
  ])
})

test('a link that ran out while the password was typed offers a new mail', async () => {
  const { model, mailLink } = setUp(undefined, refused({ confirm_hash: 'This link has expired.' }))
  await model.check()
  model.password.value = 'a kettle on the porch'
  await model.submit()
  expect(model.step.value).toBe('expired')
  model.email.value = ' dana@plat.example '
  await model.submit()
  expect(mailLink).toHaveBeenCalledWith('dana@plat.example')
  expect(model.step.value).toBe('mailed')
})

test('a server that is gone loses nothing', async () => {
  const { model } = setUp(undefined, { kind: 'unreachable' })
  await model.check()
  model.password.value = 'a kettle on the porch'
  await model.submit()
  expect([model.step.value, model.password.value]).toEqual(['form', 'a kettle on the porch'])
  expect(model.problem.value).toMatch(/Nothing is lost/)
})
