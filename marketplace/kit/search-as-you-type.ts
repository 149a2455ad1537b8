/** Searches while somebody types: waits for a pause, asks once, ignores answers to an earlier text. No React. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError } from '#shared/api/api-error.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'

export interface Search<T> {
  readonly text: ReadonlySignal<string>
  readonly results: ReadonlySignal<readonly T[]>
  /** From the first letter until the answer. */
  readonly isLoading: ReadonlySignal<boolean>
  /** The last question was not answered; `retry` asks it again. */
  readonly hasFailed: ReadonlySignal<boolean>
  /** Long enough, asked, answered, and nothing found (spec section 8, 'No companies found'). */
  readonly isEmpty: ReadonlySignal<boolean>
  setText(text: string): void
  retry(): void
  /** Empties the field and calls off what is under way. */
  clear(): void
  dispose(): void
}

export interface SearchDeps<T> {
  ask: (text: string, signal: AbortSignal) => Promise<readonly T[]>
  /** The pause that is waited for. */
  delayMs: number
  /** A shorter text is not asked for and clears the results. */
  minLength: number
  clock: Clock
  log: Log
  /** For the log, e.g. `Company search`. */
  name: string
}

export function createSearch<T>({ ask, delayMs, minLength, clock, log, name }: SearchDeps<T>): Search<T> {
  const text = signal('')
  const results = signal<readonly T[]>([])
  const isLoading = signal(false)
  const hasFailed = signal(false)
  let callOff = () => {}

  function setText(next: string) {
    const isSame = next.trim() === text.value.trim()
    text.value = next
    if (isSame) return
    start(delayMs)
  }

  function start(waitMs: number) {
    callOff()
    const query = text.value.trim()
    hasFailed.value = false
    if (query.length < minLength) {
      results.value = []
      isLoading.value = false
      return
    }
    isLoading.value = true
    const abort = new AbortController()
    const stopWaiting = clock.after(waitMs, () => void answer(query, abort.signal))
    callOff = () => {
      stopWaiting()
      abort.abort()
    }
  }

  async function answer(query: string, aborted: AbortSignal) {
    const found = await ask(query, aborted).catch((error: unknown) => {
      if (aborted.aborted) return null
      if (!(error instanceof ApiError)) throw error
      log.warn(`${name} failed`, error.failure.kind)
      hasFailed.value = true
      return []
    })
    // Overtaken by further typing: whoever is newer says what is shown.
    if (found === null || aborted.aborted) return
    results.value = found
    isLoading.value = false
  }

  function clear() {
    callOff()
    text.value = ''
    results.value = []
    isLoading.value = false
    hasFailed.value = false
  }

  return {
    text,
    results,
    isLoading,
    hasFailed,
    isEmpty: computed(
      () =>
        text.value.trim().length >= minLength &&
        results.value.length === 0 &&
        !isLoading.value &&
        !hasFailed.value,
    ),
    setText,
    retry: () => start(0),
    clear,
    dispose: () => callOff(),
  }
}
