/** The latest deals that fit the boxes of somebody logged in (checklist BRW-60). Draws nothing while there are none. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveNews } from '#marketplace/buyer/platform/use-live-news.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { dealsOverview } from '#shared/contract/deals-overview.ts'
import { feedUpdated } from '#shared/contract/events.ts'
import { listFeed } from '#shared/contract/feed.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { dealsOf, type HomeFeed } from './home-model.ts'
import { DealSection } from './new-deals.tsx'

const SHOWN = 6
/** Boxes that are being matched have more after a while. */
const AGAIN_MS = 2000

export default function FeedDeals({ onFeed }: { onFeed: (feed: HomeFeed) => void }) {
  useSignals()
  const { api, clock } = useServices()
  const [deals] = useState(() => createResource(() => feedDeals(api), clock))
  useEffect(() => void deals.load(), [deals])
  useLiveNews({
    event: feedUpdated,
    what: 'The feed',
    onChange: deals.refresh,
  })
  const state = deals.state.value
  useEffect(() => {
    if (state.phase === 'ready')
      onFeed({ ids: state.value.deals.map(({ id }) => id), newCount: state.value.newCount })
  }, [onFeed, state])
  useEffect(() => {
    if (state.phase === 'ready' && state.value.isMatching)
      return clock.after(AGAIN_MS, () => void deals.load())
  }, [clock, deals, state])
  if (state.phase !== 'ready' || state.value.deals.length === 0) return null
  return <DealSection title="For you" href="/for-you" linkLabel="See all" deals={state.value.deals} />
}

interface FeedHead {
  deals: readonly DealFacts[]
  newCount: number
  isMatching: boolean
}

export async function feedDeals(api: Api): Promise<FeedHead> {
  const { data, new_count: newCount, is_matching: isMatching } = await api(listFeed, { query: {} })
  const ids = data.slice(0, SHOWN).map(({ property_id: id }) => id)
  if (ids.length === 0) return { deals: [], newCount, isMatching }
  const { asked } = await api(dealsOverview, { query: { ids: ids.join(',') } })
  return { deals: asked ? dealsOf(asked) : [], newCount, isMatching }
}
