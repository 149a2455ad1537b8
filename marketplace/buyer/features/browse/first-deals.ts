/**
 * The first deals of the address while the whole list is on its way: from the page's own document, and after a changed filter
 * from the server. Empty once the list is there, and for a filter that only this person has.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { FirstDealsWire } from '#shared/contract/first-deals.ts'
import { FIRST_DEALS_ID } from '#shared/contract/pages.ts'
import type { Bounds, DealQuery } from '#shared/rules/deals/filter.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { type QueryInput, queryInput, questionOf, sharedQuery } from '#shared/rules/deals/query-codec.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'

export interface FirstDeals {
  /** In the order of the list. */
  readonly table: DealTable
  /** Deals that pass the filters. */
  readonly count: number
  readonly bounds: Bounds | null
}

export interface FirstDealsDeps {
  readonly query: ReadonlySignal<DealQuery>
  /** The whole list is not there yet. */
  readonly isNeeded: ReadonlySignal<boolean>
  /** What the document brought; null for another page's. */
  readonly written: FirstDealsWire | null
  /** Null when the server could not be asked: the list says so itself. */
  readonly ask: (query: QueryInput) => Promise<FirstDealsWire | null>
}

export function createFirstDeals({ query, isNeeded, written, ask }: FirstDealsDeps) {
  const first = signal<FirstDeals | null>(null)
  const stop = effect(() => {
    const asked = query.value
    if (!isNeeded.value || asked.filter.flags.includes('favourites')) {
      first.value = null
      return
    }
    const question = questionOf(asked)
    if (written?.question === question) {
      first.value = readFirst(written)
      return
    }
    let isLatest = true
    void ask(queryInput(sharedQuery(asked))).then((answer) => {
      if (isLatest) first.value = answer && readFirst(answer)
    })
    return () => {
      isLatest = false
    }
  })
  return { first: first as ReadonlySignal<FirstDeals | null>, dispose: stop }
}

const readFirst = ({ list, count, bounds }: FirstDealsWire): FirstDeals => ({
  table: parseDealList(list),
  count,
  bounds,
})

/** What the server wrote into the document. */
export function writtenFirstDeals(document: Document): FirstDealsWire | null {
  const text = document.getElementById(FIRST_DEALS_ID)?.textContent
  return text ? JSON.parse(text) : null
}
