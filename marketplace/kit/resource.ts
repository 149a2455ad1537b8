/**
 * One piece of server data that a page shows and that may change meanwhile. Events only say that it changed; the page
 * always shows the newest answer:
 * - a change during a call causes one more call when it has ended;
 * - an answer that began before the end of the page's own write is dropped and requested again;
 * - a failure keeps what is shown, and the call is repeated with growing waits.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { type Clock, systemClock } from '#shared/lib/clock.ts'

export type ResourceState<T> =
  | { readonly phase: 'loading' }
  /** `isStale` while the last call has failed. */
  | { readonly phase: 'ready'; readonly value: T; readonly isStale: boolean }
  | { readonly phase: 'failed'; readonly failure: Failure }

export interface Resource<T> {
  readonly state: ReadonlySignal<ResourceState<T>>
  /** Loads, or loads once more after the current call. Resolves when nothing is left to load; never rejects for a failed call. */
  load(): Promise<void>
  /** It changed: loads again if it was ever loaded. */
  refresh(): Promise<void>
  /** Takes the answer of another call; a load in progress is then too old and is repeated. */
  put(value: T): void
  /** Changes what is shown, e.g. by an event with new data; a load in progress is repeated. */
  change(to: (value: T) => T): void
  /** Shows what `call` answers, unless something else came meanwhile. While it runs nothing is asked, but afterwards. */
  write(call: () => Promise<T>): Promise<T>
  /** The same for an answer that is only a part of it. */
  merge<A>(call: () => Promise<A>, into: (value: T, answer: A) => T): Promise<A>
  /** Forgets everything, e.g. of a person who left. */
  reset(): void
}

/** After the first failure in ms, doubled with each up to the longest: a page left open is right again after any outage. */
const AGAIN_AFTER_MS = 1000
const LONGEST_WAIT_MS = 64_000

/** The calls of one person. `reset` starts a new one. */
interface Life {
  running: Promise<void> | null
  /** A call is due. */
  isWanted: boolean
  /** It was ever asked for. */
  isUsed: boolean
  writes: number
  failures: number
}

const newLife = (): Life => ({ running: null, isWanted: false, isUsed: false, writes: 0, failures: 0 })

export function createResource<T>(ask: () => Promise<T>, clock: Clock = systemClock): Resource<T> {
  const state = signal<ResourceState<T>>({ phase: 'loading' })
  /** Counts values that did not come from `ask`; an answer from an earlier turn is too old. */
  let turn = 0
  let life = newLife()
  let stopWaiting = () => {}

  function load(): Promise<void> {
    life.isUsed = true
    life.isWanted = true
    stopWaiting()
    if (state.peek().phase === 'failed') state.value = { phase: 'loading' }
    return settle()
  }
  const settle = (): Promise<void> => (life.running ??= askWhileWanted(life))
  async function askWhileWanted(mine: Life): Promise<void> {
    // The promise of this function is kept before it goes on.
    await null
    try {
      while (mine.isWanted && mine.writes === 0 && mine === life) {
        mine.isWanted = false
        const began = turn
        const answer = await ask().catch(failureOf)
        if (mine !== life) return
        if (began !== turn) mine.isWanted = true
        else if (answer instanceof ApiError) failed(answer.failure)
        else ready(answer)
      }
    } finally {
      mine.running = null
    }
  }
  function ready(value: T) {
    life.failures = 0
    state.value = { phase: 'ready', value, isStale: false }
  }
  function failed(failure: Failure) {
    const known = state.peek()
    if (known.phase !== 'ready' || isGone(failure)) state.value = { phase: 'failed', failure }
    else state.value = { ...known, isStale: true }
    if (isLasting(failure)) return
    stopWaiting = clock.after(Math.min(AGAIN_AFTER_MS * 2 ** life.failures++, LONGEST_WAIT_MS), () => {
      life.isWanted = true
      void settle()
    })
  }

  function put(value: T) {
    turn++
    ready(value)
  }

  async function during<A>(call: () => Promise<A>, take: (answer: A) => void): Promise<A> {
    const [mine, began] = [life, ++turn]
    mine.writes++
    try {
      const answer = await call()
      // Of two writes at once nobody knows here which came first.
      if (began === turn) take(answer)
      else mine.isWanted = true
      return answer
    } catch (error) {
      // Without an answer it may have been done all the same.
      if (error instanceof ApiError && !isLasting(error.failure)) mine.isWanted = true
      throw error
    } finally {
      mine.writes--
      // The same person may have left and come back.
      if (mine !== life) life.isWanted ||= life.isUsed
      if (life.isWanted) void settle()
    }
  }

  return {
    state,
    load,
    refresh: () => (life.isUsed ? load() : Promise.resolve()),
    put,
    change(to) {
      turn++
      const known = state.peek()
      if (known.phase === 'ready') state.value = { ...known, value: to(known.value) }
    },
    write: (call) => during(call, put),
    merge: (call, into) =>
      during(call, (answer) => {
        const known = state.peek()
        if (known.phase === 'ready') put(into(known.value, answer))
        else life.isWanted = life.isUsed
      }),
    reset() {
      turn++
      life = newLife()
      stopWaiting()
      state.value = { phase: 'loading' }
    },
  }
}

/** Anything else is a bug and goes on up. */
function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** It is not there any more, or no longer theirs to see: what is shown must go. */
const isGone = (failure: Failure) => failure.kind === 'refused' && [403, 404, 410].includes(failure.status)

/** The same call would be refused again. */
export const isLasting = (failure: Failure) =>
  failure.kind === 'refused' && failure.status < 500 && failure.status !== 429

/** Of one person: forgotten when they leave. Asked for the next person when it was asked for before. */
export function createOwnedResource<T>(
  owner: ReadonlySignal<number | null>,
  ask: (owner: number) => Promise<T>,
  clock?: Clock,
): Resource<T> {
  // Nothing is asked without an owner.
  const resource = createResource(() => ask(owner.peek() as number), clock)
  let isUsed = false
  const load = async () => {
    isUsed = true
    if (owner.peek() !== null) await resource.load()
  }
  effect(() => {
    const mine = owner.value
    resource.reset()
    if (isUsed && mine !== null) queueMicrotask(() => void load())
  })
  return { ...resource, load }
}
