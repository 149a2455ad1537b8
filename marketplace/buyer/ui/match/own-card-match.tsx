/** The same for a card. */
import { useMemo } from 'react'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { scoredDealOf } from '#shared/rules/matching/scored-deal-of.ts'
import { dealName } from '../deal/deal-labels.ts'
import OwnMatch from './own-match.tsx'

export default function OwnCardMatch({ deal }: { deal: DealFacts }) {
  const scored = useMemo(() => scoredDealOf(deal), [deal])
  return <OwnMatch propertyId={deal.id} name={dealName(deal)} deal={scored} />
}
