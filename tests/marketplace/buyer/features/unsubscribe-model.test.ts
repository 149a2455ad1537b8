import { expect, test, vi } from 'vitest'
import { createUnsubscribeModel } from '#marketplace/buyer/features/unsubscribe/unsubscribe-model.ts'
import type { Answer } from '#marketplace/buyer/platform/ask.ts'
import type { SubscriptionWire } from '#shared/contract/subscriptions.ts'

const DIGEST: SubscriptionWire = {
  email: 'd•••@whitfieldholdings.com',
  type: 'deals_digest',
  is_subscribed: true,
  is_subscribed_to_any: true,
}
const done = <T>(value: T): Answer<T> => ({ kind: 'done', value })
const refused: Answer<never> = { kind: 'refused', status: 422, code: null, message: 'No.', errors: {} }

interface Script {
  token?: string | null
  isLoggedIn?: boolean
  shown?: Answer<SubscriptionWire>
  changed?: Answer<unknown>
}

function setUp({
  token = 'signed',
  isLoggedIn = false,
  shown = done(DIGEST),
  changed = done(null),
}: Script = {}) {
  const change = vi.fn(async (_input: object) => changed)
  const mail = vi.fn(async (_email: string) => done(null))
  const model = createUnsubscribeModel({
    token,
    change,
    mail,
    isLoggedIn: () => isLoggedIn,
    show: async () => shown,
  })
  return { model, change, mail }
}

test('opening a link shows whose mail it was and changes nothing', async () => {
  const { model, change } = setUp()
  await model.start()
  expect(model.step.value).toEqual({ kind: 'choice', subscription: DIGEST })
  expect(change).not.toHaveBeenCalled()
})

test('one press stops the kind the link is about, and it can be undone', async () => {
  const { model, change } = setUp()
  await model.start()
  await model.set('type', false)
  expect(change).toHaveBeenLastCalledWith({ token: 'signed', scope: 'type', is_subscribed: false })
  expect(model.step.value).toMatchObject({
    subscription: { is_subscribed: false, is_subscribed_to_any: true },
  })
  await model.set('type', true)
  expect(change).toHaveBeenLastCalledWith({ token: 'signed', scope: 'type', is_subscribed: true })
  expect(model.done.value).toEqual({ scope: 'type', isSubscribed: true })
})

test('a second press stops all marketing mails', async () => {
  const { model } = setUp()
  await model.start()
  await model.set('all', false)
  expect(model.step.value).toMatchObject({
    subscription: { is_subscribed: false, is_subscribed_to_any: false },
  })
})

test('a link that is not right asks for the address, to which a link is mailed', async () => {
  const { model, mail } = setUp({ shown: refused })
  await model.start()
  expect(model.step.value).toEqual({ kind: 'email', isBadLink: true })
  model.email.value = 'dana'
  await model.mailLink()
  expect([model.emailProblem.value === null, mail.mock.calls.length]).toEqual([false, 0])
  model.email.value = ' dana@plat.example'
  await model.mailLink()
  expect(mail).toHaveBeenCalledWith('dana@plat.example')
  expect(model.step.value).toEqual({ kind: 'mailed' })
})

test('who is logged in needs no link', async () => {
  const { model, change } = setUp({ token: null, isLoggedIn: true })
  await model.start()
  await model.set('all', false)
  expect(change).toHaveBeenCalledWith({ scope: 'all', is_subscribed: false })
  expect(model.step.value).toEqual({ kind: 'own', isStopped: true })
})

test('a visitor without a link is asked for the address', async () => {
  const { model } = setUp({ token: null })
  await model.start()
  expect(model.step.value).toEqual({ kind: 'email', isBadLink: false })
})

test('a server that did not hear it is said, and nothing looks done', async () => {
  const { model } = setUp({ changed: { kind: 'unreachable' } })
  await model.start()
  await model.set('type', false)
  expect(model.problem.value).toMatch(/cannot be reached/)
  expect(model.step.value).toEqual({ kind: 'choice', subscription: DIGEST })
  expect(model.done.value).toBeNull()
})
