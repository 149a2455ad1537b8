/** How the price has fallen since this person kept the deal (checklist DEAL-25). */
import { useSignals } from '@preact/signals-react/runtime'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import { formatUsd } from '#shared/format/money.ts'
import type { Deal } from './deal.ts'

export function PriceSinceKept({ deal }: { deal: Pick<Deal, 'id' | 'own' | 'priceUsd'> }) {
  useSignals()
  const { favourites } = useDealServices()
  const before = deal.own?.favourite_price ?? null
  if (before === null || deal.priceUsd === null || before <= deal.priceUsd) return null
  if (!favourites.ids.value.has(deal.id)) return null
  return <Tag tone="gain">{formatUsd(before - deal.priceUsd)} less than when you saved it</Tag>
}
