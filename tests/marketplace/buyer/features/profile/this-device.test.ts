import { describe, expect, it } from 'vitest'
import { createDeviceModel, type Notices } from '#marketplace/buyer/features/profile/this-device.ts'
import { type Answer, scriptedApi } from '../../platform/scripted-fetch.ts'

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/1'
const KEYS = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
const DONE: Answer = { status: 200, body: { message: 'Done.' } }
const KEY: Answer = { status: 200, body: { key: 'BKey' } }

/** A browser that asks its person once. */
function browser({ says = 'granted' as NotificationPermission } = {}) {
  let permission: NotificationPermission | null = 'default'
  let asked = 0
  let subscription: PushSubscription | null = null
  const made = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
    async unsubscribe() {
      subscription = null
      return true
    },
  } as unknown as PushSubscription
  const notices: Notices = {
    permission: () => permission,
    async ask() {
      asked++
      permission = says
      return says
    },
    current: async () => subscription,
    remember: () => {},
    async subscribe() {
      subscription = made
      return made
    },
  }
  return {
    notices,
    asked: () => asked,
    isSubscribed: () => subscription !== null,
    cannot: () => {
      permission = null
    },
  }
}

function setUp(answers: Answer[], options?: Parameters<typeof browser>[0]) {
  const window = browser(options)
  const { api, calls } = scriptedApi(answers)
  return { ...window, calls, model: createDeviceModel({ api, notices: window.notices }) }
}

describe('notices on this device', () => {
  it('the browser’s own question is asked only after the button was pressed', async () => {
    const { model, asked, calls } = setUp([KEY, DONE])
    await model.look()
    expect([model.state.value.phase, asked()]).toEqual(['off', 0])
    expect(await model.turnOn()).toBe(true)
    expect([model.state.value.phase, asked()]).toEqual(['on', 1])
    expect(calls.at(-1)?.body).toEqual({ endpoint: ENDPOINT, keys: KEYS })
  })

  it('a no is taken as one, and nothing is sent', async () => {
    const { model, calls } = setUp([], { says: 'denied' })
    expect(await model.turnOn()).toBe(false)
    expect([model.state.value.phase, model.problem.value, calls.length]).toEqual(['denied', null, 0])
  })

  it('what the server does not keep is not left on in the browser', async () => {
    const refused: Answer = { status: 422, body: { message: 'No.', errors: { endpoint: ['Not known.'] } } }
    const { model, isSubscribed } = setUp([KEY, refused])
    expect(await model.turnOn()).toBe(false)
    expect([isSubscribed(), model.state.value.phase, model.problem.value]).toEqual([
      false,
      'off',
      'Not known.',
    ])
  })

  it('turned off, the server forgets it first', async () => {
    const { model, calls, isSubscribed } = setUp([KEY, DONE, DONE])
    await model.turnOn()
    expect(await model.turnOff()).toBe(true)
    expect(calls.at(-1)?.body).toEqual({ endpoint: ENDPOINT })
    expect([isSubscribed(), model.state.value.phase]).toEqual([false, 'off'])
  })

  it('a browser that has no such thing is told so', async () => {
    const { model, cannot } = setUp([])
    cannot()
    await model.look()
    expect(model.state.value.phase).toBe('unable')
  })
})
