import { expect, test, vi } from 'vitest'
import { createConfirmModel } from '#marketplace/buyer/features/confirm-email/confirm-model.ts'
import { createLinkLogin } from '#marketplace/buyer/features/confirm-email/link-login-model.ts'
import type { Answer } from '#marketplace/buyer/platform/ask.ts'
import type { Entered, Refusal } from '#marketplace/buyer/platform/entrance.ts'
import { CONFIRMATION_RESEND_MS } from '#shared/contract/limits.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const refused = (over: Partial<Extract<Refusal, { kind: 'refused' }>>): Refusal => ({
  kind: 'refused',
  status: 422,
  code: null,
  message: 'No.',
  errors: {},
  ...over,
})

function link(...answers: Entered[]) {
  const byLink = vi.fn(
    async (_token: string, _options?: object) => answers.shift() ?? { kind: 'unreachable' as const },
  )
  const confirmed = vi.fn()
  return { model: createLinkLogin({ token: 'abc', byLink, confirmed }), byLink, confirmed }
}

test('a link that works says that the e-mail is confirmed, once', async () => {
  const { model, confirmed } = link({ kind: 'welcome' })
  await model.start()
  expect([model.state.value, confirmed.mock.calls.length]).toEqual(['done', 1])
})

test('a link that has expired sets the login-failed flag', async () => {
  const { model, confirmed } = link(refused({ errors: { auth_token: 'Expired.' } }))
  await model.start()
  expect([model.isLoginFailed.value, confirmed.mock.calls.length]).toEqual([true, 0])
  model.dismiss()
  expect(model.isLoginFailed.value).toBe(false)
})

test('a server that did not answer is no expired link, and is asked again with the same token', async () => {
  const { model, byLink } = link({ kind: 'unreachable' }, { kind: 'welcome' })
  await model.start()
  expect([model.state.value, model.isLoginFailed.value]).toEqual(['unreachable', false])
  await model.start()
  expect([model.state.value, byLink.mock.calls[1]?.[0]]).toEqual(['done', 'abc'])
})

test('somebody else who is logged in is asked first, and switched only when they say so', async () => {
  const { model, byLink, confirmed } = link(refused({ status: 409, code: 'other_customer' }), {
    kind: 'welcome',
  })
  await model.start()
  expect([model.state.value, confirmed.mock.calls.length]).toEqual(['asks', 0])
  await model.switchUser()
  expect(byLink).toHaveBeenLastCalledWith('abc', { isSwitch: true })
  expect(model.state.value).toBe('done')
})

function confirming(sent: Answer<unknown>, checked: Answer<unknown>) {
  const time = createFakeClock()
  const send = vi.fn(async () => sent)
  const check = vi.fn(async (_code: string) => checked)
  return { model: createConfirmModel({ send, check, clock: time }), send, check, time }
}

const done: Answer<unknown> = { kind: 'done', value: null }

test('another mail can be asked for again after a minute', async () => {
  const { model, time } = confirming(done, done)
  await model.resend()
  expect(model.notice.value).toBe('A new email is on its way.')
  expect(model.resendSeconds.value).toBe(CONFIRMATION_RESEND_MS / 1000)
  time.advance(CONFIRMATION_RESEND_MS)
  expect([model.resendSeconds.value, time.timers]).toEqual([0, 0])
})

test('a wrong code is said, and the boxes are empty for the next one', async () => {
  const { model } = confirming(done, refused({ errors: { code: 'That code is not right. 4 tries left.' } }))
  model.code.value = '123456'
  await model.confirm()
  expect([model.codeProblem.value, model.code.value]).toEqual(['That code is not right. 4 tries left.', ''])
})
