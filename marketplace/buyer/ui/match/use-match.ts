/** How a deal matches the person who looks; null for who has no buy box. */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import type { DealMatch } from '#shared/rules/matching/score.ts'
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'

export function useMatch(deal: ScoredDeal): DealMatch | null {
  useSignals()
  const profile = useDealServices().matches.profile.value
  return useMemo(() => profile?.matchOf(deal) ?? null, [profile, deal])
}

/** Whether the deals' own scores are what is shown: to visitors, and to who has no buy box. Not while neither is known. */
export function useIsGeneral(): boolean {
  useSignals()
  const { matches } = useDealServices()
  return matches.isSettled.value && matches.profile.value === null && matches.scores.value === null
}
