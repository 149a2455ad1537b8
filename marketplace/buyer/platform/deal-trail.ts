/** The list somebody came from to a deal's page: its previous and next deal, and the way back. Of this page load only. */
import type { DealTable } from '#shared/rules/deals/table.ts'

/** State of a history entry whose former entry is the list: going back there is better than opening it anew. */
export const FROM_LIST = { isFromDeals: true } as const

export const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isFromDeals' in state

/** State of a history entry of the list that shows its map on phones. */
export const MAP_SHOWN = { deals: { list: null, dealId: null, isMapShown: true } } as const

export interface DealTrail {
  /** `href`: the list's address with its filters. `ids` in the order of the list. `first`: its deals while the whole list is not there. */
  leave(href: string, ids: Uint32Array, first?: DealTable): void
  /** What `leave` was given of them, or null. */
  first(): DealTable | null
  /** Null when the deal was not reached from a list. `place` counts from 1. */
  at(propertyId: number): TrailPlace | null
  /** Address of the last list, or null. */
  backHref(): string | null
}

export interface TrailPlace {
  readonly previous: number | null
  readonly next: number | null
  readonly place: number
  readonly count: number
}

export function createDealTrail(): DealTrail {
  let list: { href: string; ids: Uint32Array; first: DealTable | null } | null = null
  return {
    leave(href, ids, first) {
      list = { href, ids, first: first ?? null }
    },
    first: () => list?.first ?? null,
    at(propertyId) {
      const index = list?.ids.indexOf(propertyId) ?? -1
      if (list === null || index < 0) return null
      const { ids } = list
      return {
        previous: ids[index - 1] ?? null,
        next: ids[index + 1] ?? null,
        place: index + 1,
        count: ids.length,
      }
    },
    backHref: () => list?.href ?? null,
  }
}
