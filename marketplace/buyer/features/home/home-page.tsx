/** Home: what Plat is for a visitor, what is new for who is logged in, and for both where there are deals. */

import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { FailureReason } from '#marketplace/buyer/ui/failure-reason.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { SiteFooter } from '#marketplace/buyer/ui/site-footer.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { Hero } from './hero.tsx'
import type { HomeFeed, Overview } from './home-model.ts'
import { HowItWorks } from './how-it-works.tsx'
import { MarketLinks, Markets } from './markets.tsx'
import { NewDeals } from './new-deals.tsx'
import { useOverview } from './use-overview.ts'
import { UserHero } from './user-hero.tsx'

const Waiting = lazyPart(() => import('./waiting.tsx'))
const FeedDeals = lazyPart(() => import('./feed-deals.tsx'))
const Sellers = lazyPart(() => import('./sellers.tsx'))

const NO_FEED: HomeFeed = { ids: [], newCount: 0 }

export default function HomePage() {
  useSignals()
  const { phase } = useServices().user.state.value
  if (phase === 'unknown') return <PagePending />
  // Somebody who logs in here sees their own markets.
  return <Home key={phase === 'user' ? 'user' : 'visitor'} isUser={phase === 'user'} />
}

function Home({ isUser }: { isUser: boolean }) {
  useSignals()
  const { user } = useServices()
  const { state, retry } = useOverview(isUser)
  const overview = state.phase === 'ready' ? state.overview : null
  const [feed, setFeed] = useState(NO_FEED)
  const who = user.state.value
  return (
    <>
      {who.phase === 'user' ? (
        <UserHero user={who.user} overview={overview} newCount={feed.newCount} />
      ) : (
        <VisitorHero overview={overview} />
      )}
      {isUser ? (
        <Suspense fallback={null}>
          <Waiting />
          <FeedDeals onFeed={setFeed} />
        </Suspense>
      ) : null}
      {state.phase === 'failed' ? (
        <section className="page-column pt-10">
          <h2 className="font-semibold text-lg tracking-tight">The deals could not be loaded</h2>
          <FailureReason className="mt-0.5 mb-3 text-sm text-text-2">
            {failureWords(state.failure)}
          </FailureReason>
          <Button onClick={retry}>Try again</Button>
        </section>
      ) : (
        <>
          <NewDeals overview={overview} shown={feed.ids} />
          <Markets overview={overview} />
        </>
      )}
      <HowItWorks />
      {isUser || !overview?.sellers ? null : (
        <Suspense fallback={null}>
          <Sellers sellers={overview.sellers} />
        </Suspense>
      )}
      <SiteFooter />
    </>
  )
}

/** Typing comes later than reading: its code does not hold up the first paint. */
const HomeSearch = lazyPart(() => import('./home-search.tsx'))

/** What a visitor reads first: what this is, where to look, and the markets with most deals. */
function VisitorHero({ overview }: { overview: Overview | null }) {
  return (
    <Hero title="Off-market houses, priced against ARV" overview={overview}>
      <p className="mt-3.5 max-w-[34em] text-lg text-text-2 leading-6.5 max-desk:text-md">
        Every deal shows asking price, after-repair value and the spread between them. Message the seller in
        one thread.
      </p>
      <Suspense fallback={<Skeleton className="mt-6.5 h-9 max-w-130 rounded-md max-desk:h-10" />}>
        <HomeSearch />
      </Suspense>
      <MarketLinks overview={overview} />
    </Hero>
  )
}
