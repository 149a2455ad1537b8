/** The list behind the partition: what was asked, with what the live map knows newer. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { DealsState } from '#marketplace/platform/deals-store.ts'
import { headlineOf, placeOf } from '#marketplace/ui/deal/deal-words.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { type AddressRequestWire, listAddressRequests, type QuotaWire } from '#shared/contract/inquiries.ts'
import { dealAt } from '#shared/rules/deals/deal-facts.ts'

export type RequestListState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly rows: readonly AddressRequestWire[]; readonly quota: QuotaWire }

export interface RequestList {
  readonly state: ReadonlySignal<RequestListState>
  load(known: ReadonlyMap<number, AddressRequestWire>): Promise<void>
}

export function createRequestList(api: Api): RequestList {
  const state = signal<RequestListState>({ phase: 'loading' })
  let turn = 0
  return {
    state,
    async load(known) {
      const mine = ++turn
      const shown = state.peek()
      if (shown.phase === 'failed') state.value = { phase: 'loading' }
      if (shown.phase === 'ready')
        state.value = { ...shown, rows: shown.rows.map((row) => newest(row, known)) }
      try {
        const { data, quota } = await api(listAddressRequests, {})
        if (mine === turn) state.value = { phase: 'ready', rows: data, quota }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (mine === turn && state.peek().phase !== 'ready')
          state.value = { phase: 'failed', failure: error.failure }
      }
    },
  }
}

function newest(row: AddressRequestWire, known: ReadonlyMap<number, AddressRequestWire>): AddressRequestWire {
  const live = known.get(row.property_id)
  return live?.id === row.id ? { ...row, ...live } : row
}

export type DealNameOf = (propertyId: number) => string

/** A deal's heading from the list in this browser, as far as it has it. */
export function dealNameFrom(deals: DealsState): DealNameOf {
  return (propertyId) => {
    const row = deals.phase === 'ready' ? deals.table.rowOf(propertyId) : -1
    if (deals.phase !== 'ready' || row < 0) return `Deal ${propertyId}`
    const deal = dealAt(deals.table, row)
    return deal.isAddressHidden ? placeOf(deal) : `${headlineOf(deal)}, ${placeOf(deal)}`
  }
}
