/** How far the data of a place in the seller app is loaded. */
import type { ResourceState } from '#marketplace/kit/resource.ts'
import type { Failure } from '#shared/api/api-error.ts'

export type LoadState = 'loading' | 'ready' | 'failed'

/** `gone`: it does not exist in this account. Another try would not help. */
export const loadStateOf = (state: ResourceState<unknown>): LoadState | 'gone' =>
  state.phase === 'failed' && isUnknown(state.failure) ? 'gone' : state.phase

export const isUnknown = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 404
