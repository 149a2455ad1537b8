import { expect, test, vi } from 'vitest'
import { createEmailChange } from '#marketplace/buyer/features/profile/email-change-model.ts'
import { refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const SENT: Scripted = { message: 'Sent.' }

function change(answers: Scripted[]) {
  const { api, calls } = scriptedApi(answers)
  const adopt = vi.fn()
  const model = createEmailChange({ api, clock: createFakeClock(), customer: 7, adopt })
  return { model, calls, adopt }
}

test('a code to the chosen place, then the new address with it', async () => {
  const { model, calls, adopt } = change([SENT, { data: { id: 7, email: 'new@x.com' } }])
  model.email.value = ' new@x.com '
  model.channel.value = 'sms'
  expect(await model.begin()).toBe(true)
  expect(model.step.value).toBe('code')
  expect(await model.finish('123456')).toBe(true)
  expect(calls).toMatchObject([
    { name: 'sendActionCode', params: { customer: 7, channel: 'sms' } },
    { name: 'changeEmail', params: { customer: 7 }, body: { email: 'new@x.com', code: '123456' } },
  ])
  expect(adopt).toHaveBeenCalledTimes(1)
})

test('what is no address is said without a call', async () => {
  const { model, calls } = change([])
  model.email.value = 'nobody'
  expect(await model.begin()).toBe(false)
  expect([model.error.value, calls]).toEqual(['Enter an email address like name@example.com.', []])
})

test('an address that is taken leads back to it, with what was typed', async () => {
  const { model, adopt } = change([
    SENT,
    refused(422, 'No.', { errors: { email: ['This email has an account already.'] } }),
  ])
  model.email.value = 'taken@x.com'
  await model.begin()
  expect(await model.finish('123456')).toBe(false)
  expect([model.step.value, model.error.value, model.email.value]).toEqual([
    'address',
    'This email has an account already.',
    'taken@x.com',
  ])
  expect(adopt).not.toHaveBeenCalled()
})

test('a wrong code stays at the code', async () => {
  const { model } = change([SENT, refused(422, 'No.', { errors: { code: ['That code has expired.'] } })])
  model.email.value = 'new@x.com'
  await model.begin()
  await model.finish('000000')
  expect([model.step.value, model.code.error.value]).toEqual(['code', 'That code has expired.'])
})

test('an address that was typed is not to be left behind unasked', () => {
  const { model } = change([])
  expect(model.isDirty.value).toBe(false)
  model.email.value = 'n'
  expect(model.isDirty.value).toBe(true)
  model.email.value = ' '
  expect(model.isDirty.value).toBe(false)
})
