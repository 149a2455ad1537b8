/** One deal, loaded by id: loading, there, gone, not found, or failed with a way to try again. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { type DealStatus, showProperty } from '#shared/contract/properties.ts'
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
}

export function createDealModel(api: Api, { id, previewHash }: DealModelOptions): DealModel {
  const isId = id !== undefined && /^[1-9]\d{0,15}$/.test(id)
  const state = signal<DealState>(isId ? { phase: 'loading' } : { phase: 'missing' })
  const change = signal<Change | null>(null)
  let asked = 0
  let shown = 0
  /** Null when a later question has been answered first. */
  const ask = async () => {
    const mine = ++asked
    const answer = await askFor(api, Number(id), previewHash)
    if (mine < shown) return null
    shown = mine
    return answer
  }
  return {
    state,
    change,
    async load() {
      if (!isId) return
      state.value = { phase: 'loading' }
      const found = await ask()
      if (found) state.value = found
    },
    async refresh() {
      if (state.peek().phase !== 'ready') return
      const next = await ask()
      const before = state.peek()
      if (next === null || next.phase === 'failed' || before.phase !== 'ready') return
      const what = changeBetween(before.deal, next)
      if (what) change.value = what
      // A page somebody reads is not taken away under them; the band says that the deal is gone.
      if (next.phase === 'ready') state.value = next
    },
  }
}

function changeBetween(before: Deal, next: DealState): Change | null {
  if (next.phase === 'missing') return { kind: 'removed' }
  if (next.phase !== 'ready') return null
  if (next.deal.listing === 'removed' && before.listing !== 'removed') return { kind: 'removed' }
  return next.deal.status === before.status ? null : { kind: 'status', status: next.deal.status }
}

async function askFor(api: Api, id: number, previewHash: string | null): Promise<DealState> {
  try {
    const query = previewHash === null ? {} : { preview_hash: previewHash }
    const reply = await api(showProperty, { params: { property: id }, query })
    return { phase: 'ready', deal: dealOf(reply.data) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { failure } = error
    return failure.kind === 'refused' && failure.status === 404
      ? { phase: 'missing' }
      : { phase: 'failed', failure }
  }
}
