/** “For you”: the deals that fit the buy boxes of who looks, new ones first, by day (checklist BOX-50). */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveNews } from '#marketplace/buyer/platform/use-live-news.ts'
import { DealRowSkeleton } from '#marketplace/buyer/ui/deal/deal-row.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { SiteFooter } from '#marketplace/buyer/ui/site-footer.tsx'
import { feedUpdated } from '#shared/contract/events.ts'
import { formatNumber } from '#shared/format/count.ts'
import { FeedLists } from './feed-lists.tsx'
import { createFeedModel, type FeedModel } from './feed-model.ts'

export default function FeedPage() {
  useSignals()
  const services = useServices()
  const { deals, matches, feedSeen } = useDealServices()
  const [model] = useState(() => createFeedModel({ ...services, feedSeen }))
  useEffect(() => {
    void deals.load()
    // A buy box may have been made or deleted since.
    void matches.load()
    void model.load()
    return () => model.dispose()
  }, [deals, matches, model])
  useLiveNews({
    event: feedUpdated,
    what: 'The feed',
    onChange: model.refresh,
  })
  return (
    <>
      <div className="page-column max-w-220 flex-1 pt-7 pb-10">
        <Head model={model} />
        <Body model={model} />
      </div>
      <SiteFooter />
    </>
  )
}

function Head({ model }: { model: FeedModel }) {
  useSignals()
  const count = model.newCount.value
  return (
    <div className="mb-5 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h1 tabIndex={-1} className="font-semibold text-2xl tracking-tighter">
        For you
      </h1>
      <p role="status" className="num text-sm text-text-2">
        {model.state.value.phase === 'ready' ? newWords(count) : ''}
      </p>
      <Link href="/profile/buy-box" className="ml-auto text-link text-sm">
        Your buy boxes
      </Link>
    </div>
  )
}

function newWords(count: number): string {
  if (count === 0) return 'Nothing new'
  return count === 1 ? '1 new match' : `${formatNumber(count)} new matches`
}

function Body({ model }: { model: FeedModel }) {
  useSignals()
  const { deals } = useDealServices()
  const state = model.state.value
  const list = deals.state.value
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void model.load()}>{failureWords(state.failure)}</LoadFailed>
  if (list.phase === 'failed')
    return <LoadFailed onRetry={() => void deals.load()}>{failureWords(list.failure)}</LoadFailed>
  if (state.phase === 'loading' || list.phase === 'loading') return <Loading />
  return <FeedLists model={model} {...state} />
}

function Loading() {
  return (
    <div role="status" className="@container/deals rounded-lg border border-line">
      <span className="sr-only">Loading</span>
      {['a', 'b', 'c', 'd'].map((key) => (
        <DealRowSkeleton key={key} />
      ))}
    </div>
  )
}
