/** The filters of a call, in the words of the browse page's address. */
import { invalid } from '#server/core/http/refusal.ts'
import type { DealQuery } from '#shared/rules/deals/filter.ts'
import type { DealContext } from '#shared/rules/deals/part-bits.ts'
import { readQuery, sharedQuery } from '#shared/rules/deals/query-codec.ts'
import { asksForDeals } from '#shared/rules/deals/query-keys.ts'

/**
 * Null when the address asks for nothing in particular. Rejects with 422 and says what it cannot read: a filter that is
 * left out quietly would answer with deals nobody asked for. What is of one person only, as favourites, does not count here.
 */
export function queryOf(url: string): DealQuery | null {
  const search = new URL(url, 'http://localhost').searchParams
  if (!asksForDeals(search)) return null
  const { query, problems } = readQuery(search)
  if (problems.length > 0) throw invalid({ query: [...problems] })
  return sharedQuery(query)
}

const NOBODYS_FAVOURITES: ReadonlySet<number> = new Set()

export const contextOf = ({ view }: DealQuery, nowMs: number): DealContext => ({
  nowMs,
  favourites: NOBODYS_FAVOURITES,
  center: view && { lat: view.lat, lng: view.lng },
  scores: null,
})
