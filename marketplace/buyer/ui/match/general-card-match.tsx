/** The same for a card. */
import { useMemo } from 'react'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { scoredDealOf } from '#shared/rules/matching/scored-deal-of.ts'
import { dealName } from '../deal/deal-labels.ts'
import GeneralMatch from './general-match.tsx'

export default function GeneralCardMatch({ deal }: { deal: DealFacts }) {
  const scored = useMemo(() => scoredDealOf(deal), [deal])
  const general = useMemo(() => generalOf(deal), [deal])
  if (general === null) return null
  return <GeneralMatch propertyId={deal.id} name={dealName(deal)} deal={scored} general={general} />
}

function generalOf({ score, price, arv, publishedMs: publishedAtMs, sellerRating }: DealFacts) {
  return score === null ? null : { score: Math.round(score), price, arv, publishedAtMs, sellerRating }
}
