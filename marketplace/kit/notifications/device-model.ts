/**
 * Notices in this browser (NOT-10): what it can do, and turning them on and off. The browser's own question is asked only by `turnOn`,
 * which somebody pressed after they were told what for.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { type Notices, type Subscribed, subscribed } from './browser-notices.ts'

export type DeviceState =
  | { readonly phase: 'looking' }
  /** This browser has no such thing, or not on this address. */
  | { readonly phase: 'unable' }
  /** It was asked and said no; only its settings can change that. */
  | { readonly phase: 'denied' }
  | { readonly phase: 'off' }
  | { readonly phase: 'on'; readonly endpoint: string }

/** The calls of one app. */
export interface DeviceCalls {
  key(): Promise<{ key: string }>
  add(device: Subscribed): Promise<unknown>
  remove(device: { endpoint: string }): Promise<unknown>
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

export function createDeviceModel({ calls, notices }: { calls: DeviceCalls; notices: Notices }): DeviceModel {
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
    const key = await attempt(calls.key())
    if (key.kind === 'failed') return words(key)
    const subscription = await notices.subscribe(key.value.key).catch(() => null)
    const device = subscribed(subscription)
    if (!subscription || !device) return FAILED
    const kept = await attempt(calls.add(device))
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
        const gone = await attempt(calls.remove({ endpoint: subscription.endpoint }))
        if (gone.kind === 'failed') return words(gone)
        notices.remember(false)
        await subscription.unsubscribe().catch(() => false)
        return null
      }),
  }
}

const words = ({ failure }: { failure: Parameters<typeof sayFailure>[0] }): string =>
  formMessage(sayFailure(failure)) ?? FAILED
