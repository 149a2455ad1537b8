/** The bench's page: the same measurements in a browser, and each form of the list held by itself, to be weighed. */
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { makeDeals } from './make-deals.ts'
import { type Measured, measureDeals, objectsOf } from './measure-deals.ts'

export interface DealsBench {
  measure(count: number): Measured
  /** Keeps one form of the list, and only that, in memory. */
  hold(form: 'nothing' | 'table' | 'objects', count: number): void
}

declare global {
  interface Window {
    dealsBench: DealsBench
    held: unknown
  }
}

window.dealsBench = {
  measure: (count) => measureDeals(JSON.stringify(makeDeals(count))),
  hold(form, count) {
    window.held = null
    if (form === 'nothing') return
    const wire = JSON.parse(JSON.stringify(makeDeals(count)))
    window.held = form === 'table' ? parseDealList(wire) : objectsOf(wire)
  },
}
