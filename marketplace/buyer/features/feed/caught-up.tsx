/** The end of what is new: said, with the deals that miss a buy box by one thing only. */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck } from 'lucide-react'
import { Suspense } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { PanelBoundary } from '#marketplace/buyer/ui/panel-boundary.tsx'

/** Scores all deals: fetched by who gets this far. */
const NextBest = lazyPart(() => import('./next-best.tsx'))

export interface CaughtUpProps {
  hasMatches: boolean
  /** A box that is not paused asks for something. */
  isLooking: boolean
}

export function CaughtUp({ hasMatches, isLooking }: CaughtUpProps) {
  useSignals()
  const { log } = useServices()
  return (
    <section className="mt-8">
      {isLooking ? (
        <p className="flex items-center gap-2.5 rounded-md bg-gain-soft px-3.5 py-2.5 text-sm">
          <CircleCheck size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-gain-text" />
          {hasMatches
            ? 'You’re all caught up. New matches appear here first.'
            : 'Nothing fits your buy boxes right now. New matches appear here first.'}
        </p>
      ) : (
        <p className="rounded-md bg-sunken px-3.5 py-2.5 text-sm">
          None of your buy boxes is looking for deals: each is paused, or names neither a location nor a
          criterion yet.{' '}
          <Link href="/profile/buy-box" className="text-link">
            Change your buy boxes
          </Link>
        </p>
      )}
      <PanelBoundary log={log}>
        <Suspense>
          <NextBest />
        </Suspense>
      </PanelBoundary>
    </section>
  )
}
