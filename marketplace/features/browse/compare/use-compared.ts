/** The compared deals that are still listed, in the order they were chosen. */
import { useSignals } from '@preact/signals-react/runtime'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import { useBrowse } from '../browse-context.tsx'

export function useCompared(): readonly DealFacts[] {
  useSignals()
  const model = useBrowse()
  const ids = model.query.value.compare
  const table = model.shown.value?.table
  if (!table) return []
  return ids.flatMap((id) => {
    const row = table.rowOf(id)
    return row < 0 ? [] : [dealAt(table, row)]
  })
}
