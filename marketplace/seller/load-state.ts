/** How far the data of a place in the seller app is loaded. */
import { isGone, type ResourceState } from '#marketplace/kit/resource.ts'

export type LoadState = 'loading' | 'ready' | 'failed'

/** `gone`: it does not exist, or is no longer theirs to see. Another try would not help. */
export const loadStateOf = (state: ResourceState<unknown>): LoadState | 'gone' =>
  state.phase === 'failed' && isGone(state.failure) ? 'gone' : state.phase
