/** Something a page loads by itself: on its way, there, or failed with a way to try again. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, sayFailure } from './attempt.ts'

export type ResourceState<T> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly value: T }
  | { readonly phase: 'failed'; readonly message: string }

export interface Resource<T> {
  readonly state: ReadonlySignal<ResourceState<T>>
  load(): Promise<void>
  /** Takes what another call answered; a load that is under way is then too old. */
  put(value: T): void
}

export function createResource<T>(ask: () => Promise<T>): Resource<T> {
  const state = signal<ResourceState<T>>({ phase: 'loading' })
  let turn = 0
  return {
    state,
    async load() {
      const mine = ++turn
      if (state.peek().phase === 'failed') state.value = { phase: 'loading' }
      const result = await attempt(ask())
      if (mine !== turn) return
      state.value =
        result.kind === 'done'
          ? { phase: 'ready', value: result.value }
          : { phase: 'failed', message: sayFailure(result.failure).message ?? '' }
    },
    put(value) {
      turn++
      state.value = { phase: 'ready', value }
    },
  }
}
