/** What goes where and how often: shown at once, taken back when the server refuses. No React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type * as z from 'zod/mini'
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type {
  Channel,
  Frequency,
  NotificationPreferencesWire,
  NotificationType,
  setNotificationPreferences,
} from '#shared/contract/notifications.ts'

type Answer = Promise<{ data: NotificationPreferencesWire }>

/** The calls of one app. */
export interface MatrixCalls {
  show(): Answer
  set(changes: z.output<NonNullable<typeof setNotificationPreferences.body>>): Answer
}

export type NotifyState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly known: NotificationPreferencesWire }

export interface MatrixModel {
  readonly state: ReadonlySignal<NotifyState>
  readonly problem: ReadonlySignal<string | null>
  readonly isBusy: ReadonlySignal<boolean>
  load(): Promise<void>
  set(type: NotificationType, channel: Channel, frequency: Frequency): Promise<boolean>
  /** Null: none. */
  setQuietHours(hours: { from: string; until: string } | null): Promise<boolean>
  /** Another call that changes what is known. */
  also(call: Promise<unknown>): Promise<boolean>
}

export function createMatrixModel(calls: MatrixCalls): MatrixModel {
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
    const result = await attempt(calls.show())
    if (result.kind === 'done') adopt(result.value.data)
    else if (known() === null) state.value = { phase: 'failed', failure: result.failure }
  }

  /** The answer holds all current settings. After a failure they are loaded again, because another press may have changed them. */
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
      const isDone = await run(calls.set({ cells }))
      const now = known()
      if (!isDone && now && was)
        adopt({ ...now, cells: now.cells.map((cell) => (isThis(cell) ? was : cell)) })
      return isDone
    },
    setQuietHours: (hours) => run(calls.set({ quiet_hours: hours ?? { from: null, until: null } })),
    async also(call) {
      const isDone = await run(call.then(() => null))
      if (isDone) await load()
      return isDone
    },
  }
}
