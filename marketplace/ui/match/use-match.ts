/** How a deal matches the person who looks; null for who has no buy box. */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useDealServices } from '#marketplace/platform/deal-services.ts'
import type { DealMatch } from '#shared/rules/matching/score.ts'
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'

export function useMatch(deal: ScoredDeal): DealMatch | null {
  useSignals()
  const profile = useDealServices().matches.profile.value
  return useMemo(() => profile?.matchOf(deal) ?? null, [profile, deal])
}
