/** What is new by day, that one is through with it, and what was seen before. */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, Target } from 'lucide-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { byDay } from '#marketplace/buyer/platform/by-day.ts'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Link, LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { PanelBoundary } from '#marketplace/buyer/ui/panel-boundary.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Button } from '#shared/ui/button.tsx'
import type { FeedModel } from './feed-model.ts'
import type { FeedList, FeedState } from './feed-pages.ts'
import { FeedRow } from './feed-row.tsx'

type Ready = Omit<Extract<FeedState, { phase: 'ready' }>, 'phase'>

export function FeedLists({ model, fresh, earlier, isMatching, isLooking }: Ready & { model: FeedModel }) {
  const hasSeen = earlier !== null && earlier.entries.length > 0
  const hasMatches = fresh.entries.length > 0 || hasSeen
  return (
    <>
      {isMatching ? (
        <p role="status" className="mb-4 text-sm text-text-2">
          Your buy boxes are being matched; this takes a moment.
        </p>
      ) : null}
      <Waiting model={model} />
      {fresh.entries.length > 0 ? <h2 className="sr-only">New</h2> : null}
      <Days model={model} list={fresh} isFresh />
      {fresh.next === null ? (
        isMatching ? null : (
          <CaughtUp hasMatches={hasMatches} isLooking={isLooking} />
        )
      ) : (
        <More model={model} />
      )}
      {hasSeen ? (
        <>
          <h2 className="mt-9 mb-1 font-semibold text-lg tracking-tight">Seen before</h2>
          <Days model={model} list={earlier} isFresh={false} />
          {earlier.next === null ? null : <More model={model} />}
        </>
      ) : null}
    </>
  )
}

/** What came meanwhile is shown when it is asked for: nothing moves under the pointer. */
function Waiting({ model }: { model: FeedModel }) {
  useSignals()
  const count = model.waiting.value.length
  return (
    <p role="status" className="sticky top-16 z-10 grid justify-items-center">
      {count === 0 ? null : (
        <Button variant="primary" className="mb-3 shadow-pop" onClick={model.showWaiting}>
          {count === 1 ? 'Show 1 new match' : `Show ${count} new matches`}
        </Button>
      )}
    </p>
  )
}

function Days({ model, list, isFresh }: { model: FeedModel; list: FeedList; isFresh: boolean }) {
  const nowMs = useServices().clock.now()
  return byDay(list.entries, { atOf: ({ found_at }) => found_at, nowMs }).map((day) => (
    <Day key={day.label} label={day.label}>
      {day.entries.map((entry) => (
        <FeedRow key={entry.property_id} model={model} entry={entry} isFresh={isFresh} />
      ))}
    </Day>
  ))
}

function Day({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="pt-4 first:pt-0">
      <h3 id={id} className="mb-2 font-label text-sm text-text-2">
        {label}
      </h3>
      <ul className="@container/deals rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t">
        {children}
      </ul>
    </section>
  )
}

function More({ model }: { model: FeedModel }) {
  useSignals()
  const [problem, setProblem] = useState<string | null>(null)
  async function load() {
    const failure = await model.more()
    setProblem(failure && failureWords(failure))
  }
  return (
    <div className="mt-4 grid justify-items-center gap-2">
      <Button isBusy={model.isBusy.value} onClick={() => void load()}>
        Show more
      </Button>
      <FormProblem message={problem} />
    </div>
  )
}

/** Scores all deals: fetched by who gets this far. */
const NextBest = lazyPart(() => import('./next-best.tsx'))

interface CaughtUpProps {
  hasMatches: boolean
  /** A box that is not paused asks for something. */
  isLooking: boolean
}

/** The end of what is new: said, with the deals that miss a buy box by one thing only. */
function CaughtUp(props: CaughtUpProps) {
  const { log } = useServices()
  return (
    <section className="mt-8">
      <WhyNoMore {...props} />
      <PanelBoundary log={log}>
        <Suspense>
          <NextBest />
        </Suspense>
      </PanelBoundary>
    </section>
  )
}

function WhyNoMore({ hasMatches, isLooking }: CaughtUpProps) {
  useSignals()
  const { matches } = useDealServices()
  if (isLooking)
    return (
      <p className="flex items-center gap-2.5 rounded-md bg-gain-soft px-3.5 py-2.5 text-sm">
        <CircleCheck size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-gain-text" />
        {hasMatches
          ? 'You’re all caught up. New matches appear here first.'
          : 'Nothing fits your buy boxes right now. New matches appear here first.'}
      </p>
    )
  if (matches.isWithoutBox.value)
    return (
      <EmptyState
        icon={Target}
        title="You have no buy box yet"
        action={
          <LinkButton variant="primary" href="/profile/buy-box">
            Create a buy box
          </LinkButton>
        }
      >
        Say where you buy and at what price. Deals that fit your buy box appear here.
      </EmptyState>
    )
  return (
    <p className="rounded-md bg-sunken px-3.5 py-2.5 text-sm">
      None of your buy boxes is looking for deals: each is paused, or names neither a location nor a criterion
      yet.{' '}
      <Link href="/profile/buy-box" className="text-link">
        Change your buy boxes
      </Link>
    </p>
  )
}
