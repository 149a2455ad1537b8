/** The area of one deal, asked for once it is looked at. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import { propertyNeighborhood } from '#shared/contract/neighborhood.ts'

export type Neighborhood = Reply<typeof propertyNeighborhood>['data']

type NeighborhoodState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly area: Neighborhood }
  | { readonly phase: 'failed'; readonly failure: Failure }

export interface NeighborhoodModel {
  readonly state: ReadonlySignal<NeighborhoodState>
  /** Does nothing while it is there or on its way. Never rejects for a failed call. */
  load(): Promise<void>
}

export function createNeighborhoodModel(api: Api, propertyId: number): NeighborhoodModel {
  const state = signal<NeighborhoodState>({ phase: 'idle' })
  return {
    state,
    async load() {
      if (state.peek().phase === 'loading' || state.peek().phase === 'ready') return
      state.value = { phase: 'loading' }
      try {
        const reply = await api(propertyNeighborhood, { params: { property: propertyId } })
        state.value = { phase: 'ready', area: reply.data }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        state.value = { phase: 'failed', failure: error.failure }
      }
    },
  }
}
