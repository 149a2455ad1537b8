/**
 * What goes where and how often, and the quiet hours: shown at once and saved in turn. What the server refuses is put back; what it
 * does not answer stays shown, in doubt, until it has said which settings it has. No React.
 */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core'
import type * as z from 'zod/mini'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { BRAND } from '#marketplace/kit/brand.ts'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import { ApiError, type Failure, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type {
  Channel,
  Frequency,
  NotificationPreferencesWire,
  NotificationType,
  setNotificationPreferences,
} from '#shared/contract/notifications.ts'
import type { Clock } from '#shared/lib/clock.ts'

type Settings = NotificationPreferencesWire
type Answer = Promise<{ data: Settings }>

/** The calls of one app. */
export interface MatrixCalls {
  show(): Answer
  set(changes: z.output<NonNullable<typeof setNotificationPreferences.body>>): Answer
}

export type NotifyState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly known: Settings }

/** The part of the page that a choice is made in. */
export type Part = 'cells' | 'quiet_hours'

export interface MatrixProblem {
  readonly kind: 'refused' | 'in doubt' | 'lost'
  readonly part: Part
  readonly text: string
  /** Names of the fields that were refused, e.g. `quiet_hours.from`. */
  readonly fields: readonly string[]
}

export interface MatrixModel {
  readonly state: ReadonlySignal<NotifyState>
  /** What went wrong with the last choice. */
  readonly problem: ReadonlySignal<MatrixProblem | null>
  /** A choice is being saved. */
  readonly isBusy: ReadonlySignal<boolean>
  /** It is not known whether the server has a choice; it is asked with growing waits. */
  readonly isInDoubt: ReadonlySignal<boolean>
  load(): Promise<void>
  set(type: NotificationType, channel: Channel, frequency: Frequency): Promise<boolean>
  /** Null: none. */
  setQuietHours(hours: { from: string; until: string } | null): Promise<boolean>
  /** Another call that changes the settings. `apply` makes settings that have the change of those that do not. */
  also(choice: Choice, call: () => Promise<unknown>): Promise<boolean>
  /** Asks nothing more. */
  dispose(): void
}

/** Shown although the server has not confirmed it. */
export interface Choice {
  readonly part: Part
  readonly apply: (settings: Settings) => Settings
}

const IN_DOUBT = `${BRAND} did not answer, so your last change may not be saved. This is checked as soon as ${BRAND} can be reached.`
const LOST = 'Your last change was not saved. Choose again.'

export function createMatrixModel(calls: MatrixCalls, clock?: Clock): MatrixModel {
  const ask = () => calls.show().then(({ data }) => data)
  const confirmed = createResource(ask, clock)
  const choices = signal<readonly Choice[]>([])
  const doubted = signal<readonly Choice[]>([])
  const problem = signal<MatrixProblem | null>(null)
  const waiting = signal(0)
  let last: Promise<unknown> = Promise.resolve()

  const drop = (choice: Choice) => {
    choices.value = choices.peek().filter((one) => one !== choice)
  }
  /** Calls go one after the other, so that each answer has all earlier choices. */
  async function save(choice: Choice, call: () => Promise<Settings>): Promise<boolean> {
    problem.value = null
    choices.value = [...choices.peek(), choice]
    waiting.value++
    const asked = () => call().catch((error: unknown) => doubt(choice, error))
    const turn = last.then(() => attempt(confirmed.write(asked)))
    last = turn.catch(() => {})
    const result = await turn.finally(() => void waiting.value--)
    if (result.kind === 'failed' && isOutcomeUnknown(result.failure)) return false
    drop(choice)
    if (result.kind === 'failed') problem.value = refusedProblem(choice.part, result.failure)
    return result.kind === 'done'
  }
  function doubt(choice: Choice, error: unknown): never {
    if (error instanceof ApiError && isOutcomeUnknown(error.failure)) {
      doubted.value = [...doubted.peek(), choice]
      problem.value = { kind: 'in doubt', part: choice.part, text: IN_DOUBT, fields: [] }
    }
    throw error
  }
  /** The server has said which settings it has. */
  function settle(settings: Settings) {
    const inDoubt = doubted.peek()
    const last = inDoubt.at(-1)
    if (last === undefined) return
    const rest = choices.peek().filter((one) => !inDoubt.includes(one))
    const isSaved = isSame(withChoices(settings, choices.peek()), withChoices(settings, rest))
    choices.value = rest
    doubted.value = []
    if (!isSaved) problem.value = { kind: 'lost', part: last.part, text: LOST, fields: [] }
    else if (problem.peek()?.kind === 'in doubt') problem.value = null
  }
  effect(() => {
    const state = confirmed.state.value
    if (state.phase === 'ready' && !state.isStale) untracked(() => settle(state.value))
  })

  return {
    state: computed(() => shownState(confirmed.state.value, choices.value)),
    problem,
    isBusy: computed(() => waiting.value > 0),
    isInDoubt: computed(() => doubted.value.length > 0),
    load: confirmed.load,
    set: (type, channel, frequency) =>
      save({ part: 'cells', apply: withCell({ type, channel, frequency }) }, () =>
        calls.set({ cells: [{ type, channel, frequency }] }).then(({ data }) => data),
      ),
    setQuietHours(hours) {
      const quiet_hours = hours ?? { from: null, until: null }
      return save({ part: 'quiet_hours', apply: (settings) => ({ ...settings, quiet_hours }) }, () =>
        calls.set({ quiet_hours }).then(({ data }) => data),
      )
    },
    also: (choice, call) => save(choice, () => call().then(ask)),
    dispose: confirmed.reset,
  }
}

const withChoices = (settings: Settings, choices: readonly Choice[]): Settings =>
  choices.reduce((shown, { apply }) => apply(shown), settings)

const withCell =
  (chosen: Settings['cells'][number]): Choice['apply'] =>
  (settings) => ({
    ...settings,
    cells: settings.cells.map((cell) =>
      cell.type === chosen.type && cell.channel === chosen.channel ? { ...cell, ...chosen } : cell,
    ),
  })

const isSame = (one: Settings, other: Settings): boolean => JSON.stringify(one) === JSON.stringify(other)

function shownState(state: ResourceState<Settings>, choices: readonly Choice[]): NotifyState {
  return state.phase === 'ready' ? { phase: 'ready', known: withChoices(state.value, choices) } : state
}

function refusedProblem(part: Part, failure: Failure): MatrixProblem {
  const said = sayFailure(failure)
  return {
    kind: 'refused',
    part,
    text: formMessage(said) ?? '',
    fields: Object.keys(said.fields),
  }
}
