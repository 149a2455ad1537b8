/**
 * Notices in this browser (NOT-10): what it can do, and turning them on and off. The browser's own question is asked only by `turnOn`,
 * which somebody pressed after they were told what for.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { noticesOwner } from '#marketplace/buyer/platform/notices-owner.ts'
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import { addPushDevice, pushKey, removePushDevice } from '#shared/contract/notifications.ts'

export type DeviceState =
  | { readonly phase: 'looking' }
  /** This browser has no such thing, or not on this address. */
  | { readonly phase: 'unable' }
  /** It was asked and said no; only its settings can change that. */
  | { readonly phase: 'denied' }
  | { readonly phase: 'off' }
  | { readonly phase: 'on'; readonly endpoint: string }

/** The browser's part. */
export interface Notices {
  /** Null where there are none. */
  permission(): NotificationPermission | null
  /** Asks the person. */
  ask(): Promise<NotificationPermission>
  /** What this person turned on here, and nobody else who uses this browser. */
  current(): Promise<PushSubscription | null>
  subscribe(key: string): Promise<PushSubscription>
  /** This person has them on, or off. */
  remember(isOn: boolean): void
}

export interface DeviceModel {
  readonly state: ReadonlySignal<DeviceState>
  readonly problem: ReadonlySignal<string | null>
  readonly isBusy: ReadonlySignal<boolean>
  look(): Promise<void>
  turnOn(): Promise<boolean>
  turnOff(): Promise<boolean>
}

const FAILED = 'This browser could not be reached by its push service. Try again in a moment.'

export function createDeviceModel({ api, notices }: { api: Api; notices: Notices }): DeviceModel {
  const state = signal<DeviceState>({ phase: 'looking' })
  const problem = signal<string | null>(null)
  const isBusy = signal(false)

  async function look(): Promise<void> {
    const permission = notices.permission()
    if (permission === null) state.value = { phase: 'unable' }
    else if (permission === 'denied') state.value = { phase: 'denied' }
    else {
      const subscription = permission === 'granted' ? await notices.current().catch(() => null) : null
      state.value = subscription ? { phase: 'on', endpoint: subscription.endpoint } : { phase: 'off' }
    }
  }

  async function busily(work: () => Promise<string | null>): Promise<boolean> {
    problem.value = null
    isBusy.value = true
    problem.value = await work()
    isBusy.value = false
    await look()
    return problem.peek() === null
  }

  async function subscribe(): Promise<string | null> {
    const key = await attempt(api(pushKey, {}))
    if (key.kind === 'failed') return words(key)
    const subscription = await notices.subscribe(key.value.key).catch(() => null)
    const { endpoint, keys } = subscription?.toJSON() ?? {}
    if (!subscription || !endpoint || !keys?.p256dh || !keys.auth) return FAILED
    const body = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    const kept = await attempt(api(addPushDevice, { body }))
    if (kept.kind === 'done') {
      notices.remember(true)
      return null
    }
    await subscription.unsubscribe().catch(() => false)
    return words(kept)
  }

  return {
    state,
    problem,
    isBusy,
    look,
    turnOn: () =>
      busily(async () => ((await notices.ask()) === 'granted' ? await subscribe() : null)).then(
        (isDone) => isDone && state.peek().phase === 'on',
      ),
    turnOff: () =>
      busily(async () => {
        const subscription = await notices.current().catch(() => null)
        if (!subscription) return null
        const gone = await attempt(api(removePushDevice, { body: { endpoint: subscription.endpoint } }))
        if (gone.kind === 'failed') return words(gone)
        notices.remember(false)
        await subscription.unsubscribe().catch(() => false)
        return null
      }),
  }
}

function words({ failure }: { failure: Parameters<typeof sayFailure>[0] }): string {
  const { fields, message } = sayFailure(failure)
  return message ?? Object.values(fields)[0] ?? FAILED
}

/** The file that shows notices while no page is open; it keeps nothing and answers no request. */
const WORKER = '/notices.js'

export function browserNotices(window: Window & typeof globalThis, userId: number): Notices {
  const { navigator } = window
  const owner = noticesOwner(() => window.localStorage)
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return {
    permission: () => (isAble ? window.Notification.permission : null),
    ask: () => window.Notification.requestPermission(),
    remember: (isOn) => owner.set(isOn ? userId : null),
    async current() {
      if (!owner.is(userId)) return null
      const registration = await navigator.serviceWorker.getRegistration('/')
      return (await registration?.pushManager.getSubscription()) ?? null
    },
    async subscribe(key) {
      const registration = await navigator.serviceWorker.register(WORKER, { scope: '/' })
      await navigator.serviceWorker.ready
      return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    },
  }
}
