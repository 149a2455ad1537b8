/** The requests in the seller app: loading them, deciding one or several, and keeping up with what happens elsewhere. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { isAbout } from '#marketplace/kit/attempt.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import type { Api } from '#shared/api/client.ts'
import { type SellerRequestWire, sellerDecideRequest, sellerRequests } from '#shared/contract/seller-deals.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { createListPages } from './list-pages.ts'
import type { LoadState } from './load-state.ts'

export type Verdict = { readonly state: 'granted' } | { readonly state: 'declined'; readonly reason: string }

export interface RequestRows {
  readonly requests: ReadonlySignal<readonly SellerRequestWire[]>
  readonly state: ReadonlySignal<LoadState>
  /** Ids that are being decided. */
  readonly deciding: ReadonlySignal<ReadonlySet<number>>
  /** Why the last decision did not work, in words, unless `decide` rejected. */
  readonly errorMessage: ReadonlySignal<string | null>
  /** Keeps what is shown when it fails. One load at a time; who asks meanwhile is answered by one more. */
  load(): Promise<void>
  /** One after another; those that fail stay as they were. Rejects with `ApiError` if the reason was refused. */
  decide(ids: readonly number[], verdict: Verdict): Promise<void>
}

/** Of one deal, or of all. */
export function createRequestRows(api: Api, clock?: Clock, dealId: number | null = null): RequestRows {
  const ofDeal = dealId === null ? {} : { 'filter[property_id]': dealId }
  const list = createListPages<SellerRequestWire>(
    (page) => api(sellerRequests, { query: { page, ...ofDeal } }),
    clock,
  )
  const { rows: requests, state, load } = list
  const deciding = signal<ReadonlySet<number>>(new Set())
  const errorMessage = signal<string | null>(null)

  async function decideOne(id: number, verdict: Verdict) {
    deciding.value = new Set([...deciding.peek(), id])
    try {
      await list.merge(
        () => api(sellerDecideRequest, { params: { request: id }, body: verdict }),
        (all, { data }) => all.map((one) => (one.id === id ? data : one)),
      )
    } catch (error) {
      if (isAbout(error, 'reason')) throw error
      errorMessage.value = errorText(error)
      // Somebody else may have decided it.
      void load()
    } finally {
      deciding.value = new Set([...deciding.peek()].filter((one) => one !== id))
    }
  }

  return {
    requests,
    state,
    deciding,
    errorMessage,
    load,
    async decide(ids, verdict) {
      errorMessage.value = null
      for (const id of ids) await decideOne(id, verdict)
    },
  }
}

/** How many wait for an answer. */
export const waitingOf = (requests: readonly SellerRequestWire[]): readonly SellerRequestWire[] =>
  requests.filter((one) => one.state === 'pending')
