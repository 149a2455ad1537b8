import { describe, expect, it } from 'vitest'
import {
  BUYER_NOTICES,
  browserNotices,
  keepDevice,
  type Notices,
  SELLER_NOTICES,
} from '#marketplace/kit/notifications/browser-notices.ts'
import { createDeviceModel } from '#marketplace/kit/notifications/device-model.ts'
import {
  sellerAddPushDevice,
  sellerPushKey,
  sellerRemovePushDevice,
} from '#shared/contract/seller-notifications.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/1'
const KEYS = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
const DONE: Scripted = { message: 'Done.' }
const KEY: Scripted = { key: 'BKey' }

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

function setUp(answers: Scripted[], options?: Parameters<typeof browser>[0]) {
  const window = browser(options)
  const { api, calls } = scriptedApi(answers)
  const { notices } = window
  const model = createDeviceModel({
    calls: {
      key: () => api(sellerPushKey, {}),
      add: (body) => api(sellerAddPushDevice, { body }),
      remove: (body) => api(sellerRemovePushDevice, { body }),
    },
    notices,
  })
  const log = { warn: () => {}, error: () => {} }
  const keep = () => keepDevice({ notices, add: (body) => api(sellerAddPushDevice, { body }), log })
  return { ...window, calls, model, keep }
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
    const denied = refused(422, 'No.', { errors: { endpoint: ['Not known.'] } })
    const { model, isSubscribed } = setUp([KEY, denied])
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

  it('a push service that gives no subscription is reported, and nothing is sent', async () => {
    const { model, notices, calls } = setUp([KEY])
    notices.subscribe = () => Promise.reject(new DOMException('no', 'AbortError'))
    expect(await model.turnOn()).toBe(false)
    expect([model.state.value.phase, model.problem.value, calls.length]).toEqual([
      'off',
      'This browser could not be reached by its push service. Try again in a moment.',
      1,
    ])
  })
})

describe('the next login in a browser', () => {
  it('gets the notices that its person had turned on there', async () => {
    const { model, keep, calls } = setUp([KEY, DONE, DONE])
    await model.turnOn()
    await keep()
    expect(calls.at(-1)).toMatchObject({
      name: 'sellerAddPushDevice',
      body: { endpoint: ENDPOINT, keys: KEYS },
    })
  })

  it('asks for nothing where they are off, or blocked since', async () => {
    const { model, keep, calls, cannot } = setUp([KEY, DONE])
    await keep()
    await model.turnOn()
    cannot()
    await keep()
    expect(calls).toHaveLength(2)
  })

  it('goes on when the server does not answer', async () => {
    const { model, keep } = setUp([KEY, DONE, OFFLINE])
    await model.turnOn()
    await expect(keep()).resolves.toBeUndefined()
  })
})

/** With notices of the buyers' app. */
function subscribedWindow() {
  const kept = new Map<string, string>()
  const registration = {
    scope: 'https://plat.example/',
    pushManager: { getSubscription: async () => ({ endpoint: ENDPOINT }) },
  }
  return {
    navigator: { serviceWorker: { getRegistration: async () => registration } },
    PushManager: {},
    Notification: { permission: 'granted' },
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  } as unknown as Window & typeof globalThis
}

describe('notices that a browser has', () => {
  it('are those of one person in one app', async () => {
    const window = subscribedWindow()
    const dana = browserNotices(window, BUYER_NOTICES, 7)
    dana.remember(true)
    expect(await dana.current()).toEqual({ endpoint: ENDPOINT })
    expect(await browserNotices(window, BUYER_NOTICES, 8).current()).toBeNull()
    const seller = browserNotices(window, SELLER_NOTICES, 7)
    expect(await seller.current()).toBeNull()
    seller.remember(true)
    expect(await seller.current(), 'a page below / has the registration of the buyers’ app').toBeNull()
    dana.remember(false)
    expect(await dana.current()).toBeNull()
  })
})
