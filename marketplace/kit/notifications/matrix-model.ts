/** What goes where and how often, and the quiet hours: shown at once, put back when the server refuses. No React. */
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
  also(call: () => Promise<unknown>): Promise<boolean>
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

  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  /** What the server has said, while choices are shown that it has not answered. */
  let confirmed: NotificationPreferencesWire | null = null

  /** Calls go one after the other. The answer to the last one has all current settings; an earlier one must not take a later choice back. */
  async function run(call: () => Promise<{ data: NotificationPreferencesWire } | null>): Promise<boolean> {
    problem.value = null
    if (waiting === 0) confirmed = known()
    waiting++
    isBusy.value = true
    const turn = last.then(() => attempt(call()))
    last = turn.catch(() => {})
    const result = await turn.finally(() => {
      waiting--
      isBusy.value = waiting > 0
    })
    if (result.kind === 'done' && result.value) confirmed = result.value.data
    if (waiting === 0 && confirmed) adopt(confirmed)
    if (result.kind === 'done') return true
    const { fields, message } = sayFailure(result.failure)
    problem.value = message ?? Object.values(fields)[0] ?? null
    return false
  }

  /** Shown at once. */
  function change(shown: Partial<NotificationPreferencesWire>, call: () => Answer): Promise<boolean> {
    const saved = run(call)
    const now = known()
    if (now) adopt({ ...now, ...shown })
    return saved
  }

  return {
    state,
    problem,
    isBusy,
    load,
    async set(type, channel, frequency) {
      const cells = known()?.cells.map((cell) =>
        cell.type === type && cell.channel === channel ? { ...cell, frequency } : cell,
      )
      return (
        cells !== undefined && change({ cells }, () => calls.set({ cells: [{ type, channel, frequency }] }))
      )
    },
    setQuietHours(hours) {
      const quiet_hours = hours ?? { from: null, until: null }
      return change({ quiet_hours }, () => calls.set({ quiet_hours }))
    },
    async also(call) {
      const isDone = await run(() => call().then(() => null))
      if (isDone) await load()
      return isDone
    },
  }
}
