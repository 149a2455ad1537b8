/** One deal as this person sees it: the list's facts, their own score, and the address once it was granted to them. */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { grantedAddress, withAddress } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import { useBrowse } from '../browse-context.tsx'

/** What stands at a place of the order; null while the order is being exchanged. */
export function useDealAt(index: number): DealFacts | null {
  useSignals()
  return useDealRow(useBrowse().shown.value?.result.rows[index] ?? null)
}

/** Null when it is not listed. */
export function useDeal(id: number | null): DealFacts | null {
  useSignals()
  const table = useBrowse().shown.value?.table
  const row = id === null || !table ? -1 : table.rowOf(id)
  return useDealRow(row < 0 ? null : row)
}

function useDealRow(row: number | null): DealFacts | null {
  useSignals()
  const model = useBrowse()
  const { addresses } = useDealServices()
  const table = model.shown.value?.table ?? null
  const scores = model.context.value.scores
  const deal = useMemo(() => {
    if (table === null || row === null) return null
    return dealAt(table, row, scores?.get(table.numbers.id[row] ?? 0))
  }, [table, row, scores])
  if (deal === null) return null
  return withAddress(deal, grantedAddress(addresses.requests.value.get(deal.id)))
}
