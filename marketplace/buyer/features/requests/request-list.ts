/** The list behind the partition: what was asked, with what the live map knows newer. */
import type { DealsState } from '#marketplace/buyer/platform/deals-store.ts'
import { headlineOf, placeOf } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { type AddressRequestWire, listAddressRequests, type QuotaWire } from '#shared/contract/inquiries.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { dealAt } from '#shared/rules/deals/deal-facts.ts'

export interface Requests {
  readonly rows: readonly AddressRequestWire[]
  readonly quota: QuotaWire
}

export interface RequestList {
  readonly state: Resource<Requests>['state']
  load(known: ReadonlyMap<number, AddressRequestWire>): Promise<void>
}

export function createRequestList(api: Api, clock?: Clock): RequestList {
  const list = createResource(async (): Promise<Requests> => {
    const { data, quota } = await api(listAddressRequests, {})
    return { rows: data, quota }
  }, clock)
  return {
    state: list.state,
    load(known) {
      list.change(({ rows, quota }) => ({ rows: rows.map((row) => newest(row, known)), quota }))
      return list.load()
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
