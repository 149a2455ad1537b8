/** What a visitor reads first: what this is, where to look, and the markets with most deals. */
import { Suspense } from 'react'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { Hero } from './hero.tsx'
import type { Overview } from './home-model.ts'
import { MarketLinks } from './markets.tsx'

/** Typing comes later than reading: its code does not hold up the first paint. */
const HomeSearch = lazyPart(() => import('./home-search.tsx'))

export function VisitorHero({ overview }: { overview: Overview | null }) {
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
