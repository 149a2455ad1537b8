/** What goes where and how often: shown at once, taken back when the server refuses. No React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, sayFailure } from '#marketplace/platform/attempt.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  type Channel,
  type Frequency,
  type NotificationPreferencesWire,
  type NotificationType,
  setNotificationPreferences,
  showNotificationPreferences,
} from '#shared/contract/notifications.ts'
import { unsubscribe } from '#shared/contract/profile.ts'

export type NotifyState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly known: NotificationPreferencesWire }

export interface NotifyModel {
  readonly state: ReadonlySignal<NotifyState>
  readonly problem: ReadonlySignal<string | null>
  readonly isBusy: ReadonlySignal<boolean>
  load(): Promise<void>
  set(type: NotificationType, channel: Channel, frequency: Frequency): Promise<boolean>
  /** Null: none. */
  setQuietHours(hours: { from: string; until: string } | null): Promise<boolean>
  /** Every mail that has a switch. */
  setAllMails(isOn: boolean): Promise<boolean>
}

export function createNotifyModel({ api }: { api: Api }): NotifyModel {
  const state = signal<NotifyState>({ phase: 'loading' })
  const problem = signal<string | null>(null)
  const isBusy = signal(false)

  function adopt(known: NotificationPreferencesWire) {
    state.value = { phase: 'ready', known }
  }
  const known = () => {
    const now = state.peek()
    return now.phase === 'ready' ? now.known : null
  }

  async function load(): Promise<void> {
    const result = await attempt(api(showNotificationPreferences, {}))
    if (result.kind === 'done') adopt(result.value.data)
    else if (known() === null) state.value = { phase: 'failed', failure: result.failure }
  }

  /** The answer has everything as it is now; what another press changed meanwhile is asked for anew after a failure. */
  async function run(call: Promise<{ data: NotificationPreferencesWire } | null>): Promise<boolean> {
    problem.value = null
    isBusy.value = true
    const result = await attempt(call)
    isBusy.value = false
    if (result.kind === 'done') {
      if (result.value) adopt(result.value.data)
      return true
    }
    const { fields, message } = sayFailure(result.failure)
    problem.value = message ?? Object.values(fields)[0] ?? null
    return false
  }

  return {
    state,
    problem,
    isBusy,
    load,
    async set(type, channel, frequency) {
      const before = known()
      if (!before) return false
      const isThis = (cell: { type: string; channel: string }) =>
        cell.type === type && cell.channel === channel
      const was = before.cells.find(isThis)
      adopt({ ...before, cells: before.cells.map((cell) => (isThis(cell) ? { ...cell, frequency } : cell)) })
      const cells = [{ type, channel, frequency }]
      const isDone = await run(api(setNotificationPreferences, { body: { cells } }))
      const now = known()
      if (!isDone && now && was)
        adopt({ ...now, cells: now.cells.map((cell) => (isThis(cell) ? was : cell)) })
      return isDone
    },
    setQuietHours: (hours) =>
      run(api(setNotificationPreferences, { body: { quiet_hours: hours ?? { from: null, until: null } } })),
    async setAllMails(isOn) {
      const isDone = await run(
        api(unsubscribe, { body: { scope: 'all', is_subscribed: isOn } }).then(() => null),
      )
      if (isDone) await load()
      return isDone
    },
  }
}
