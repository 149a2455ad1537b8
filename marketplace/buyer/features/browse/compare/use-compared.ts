/** The compared deals that are still listed, in the order they were chosen, as this person sees them. */
import { useSignals } from '@preact/signals-react/runtime'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { grantedAddress, withAddress } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import { useBrowse } from '../browse-context.tsx'

export function useCompared(): readonly DealFacts[] {
  useSignals()
  const model = useBrowse()
  const { addresses } = useDealServices()
  const requests = addresses.requests.value
  const { scores } = model.context.value
  const ids = model.query.value.compare
  const table = model.shown.value?.table
  if (!table) return []
  return ids.flatMap((id) => {
    const row = table.rowOf(id)
    if (row < 0) return []
    return [withAddress(dealAt(table, row, scores?.get(id)), grantedAddress(requests.get(id)))]
  })
}
