/** One deal, loaded by id: loading, there, gone, not found, or failed with a way to try again. */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { type DealStatus, showProperty } from '#shared/contract/properties.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { type Deal, dealOf } from './deal.ts'

export type DealState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly deal: Deal }
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly failure: Failure }

/** What happened to the deal while its page was open. */
export type Change = { readonly kind: 'status'; readonly status: DealStatus } | { readonly kind: 'removed' }

export interface DealModel {
  readonly state: ReadonlySignal<DealState>
  readonly change: ReadonlySignal<Change | null>
  load(): Promise<void>
  /** Asks again without taking anything away; what was typed beside it stays. Never rejects. */
  refresh(): Promise<void>
}

export interface DealModelOptions {
  /** What stood in the address; what is no id is not found without a call. */
  readonly id: string | undefined
  readonly previewHash: string | null
  readonly clock?: Clock
}

export function createDealModel(api: Api, { id, previewHash, clock }: DealModelOptions): DealModel {
  const isId = id !== undefined && /^[1-9]\d{0,15}$/.test(id)
  const query = previewHash === null ? {} : { preview_hash: previewHash }
  const resource = createResource(
    async () => dealOf((await api(showProperty, { params: { property: Number(id) }, query })).data),
    clock,
  )
  const state = signal<DealState>(isId ? { phase: 'loading' } : { phase: 'missing' })
  const change = signal<Change | null>(null)
  effect(() => {
    const next = isId ? shownAs(resource.state.value) : MISSING
    const before = state.peek()
    if (before.phase !== 'ready') {
      state.value = next
      return
    }
    const what = changeBetween(before.deal, next)
    if (what) change.value = what
    // A page somebody reads is not taken away under them; the band says that the deal is gone.
    if (next.phase === 'ready') state.value = next
  })
  return {
    state,
    change,
    load: () => (isId ? resource.load() : Promise.resolve()),
    refresh: resource.refresh,
  }
}

const MISSING = { phase: 'missing' } as const

function shownAs(resource: ResourceState<Deal>): DealState {
  if (resource.phase === 'ready') return { phase: 'ready', deal: resource.value }
  if (resource.phase === 'loading') return resource
  const { failure } = resource
  return failure.kind === 'refused' && failure.status === 404 ? MISSING : { phase: 'failed', failure }
}

function changeBetween(before: Deal, next: DealState): Change | null {
  if (next.phase === 'missing') return { kind: 'removed' }
  if (next.phase !== 'ready') return null
  if (next.deal.listing === 'removed' && before.listing !== 'removed') return { kind: 'removed' }
  return next.deal.status === before.status ? null : { kind: 'status', status: next.deal.status }
}
