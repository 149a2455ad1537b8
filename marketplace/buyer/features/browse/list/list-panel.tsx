/** The list's column: its head, what changed meanwhile, the deals in the chosen form, and the tray of those to compare. */

import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { DealRow, DealRowSkeleton } from '#marketplace/buyer/ui/deal/deal-row.tsx'
import { FailureReason } from '#marketplace/buyer/ui/failure-reason.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import type { Failure } from '#shared/api/api-error.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import type { DealQuery } from '#shared/rules/deals/filter.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { useBrowse } from '../browse-context.tsx'
import { CompareTray } from '../compare/compare-tray.tsx'
import { AppliedFilters } from '../filters/applied-filters.tsx'
import { SaveSearch } from '../saved/save-search.tsx'
import { DealGrid } from './deal-grid.tsx'
import { DealList } from './deal-list.tsx'
import { DealTable } from './deal-table.tsx'
import { FirstList } from './first-list.tsx'
import { focusDeal } from './focus-deal.ts'
import { ListHeader } from './list-header.tsx'
import { useCardProps } from './list-item.tsx'
import { ListKeys } from './list-stop.tsx'
import { useBrowsePage } from './page-context.ts'

const ExportMenu = lazyPart(() => import('../export/export-menu.tsx'), Nothing)
const SavedNews = lazyPart(() => import('../marks/saved-news.tsx'))
const ZeroResults = lazyPart(() => import('./zero-results.tsx'))
const JustHidden = lazyPart(() => import('../marks/just-hidden.tsx'))

export interface ListPanelProps {
  display: DealQuery['display']
  /** Left out where the deals to compare are below the list and the map. */
  onCompare?: (() => void) | undefined
}

export function ListPanel({ display, onCompare }: ListPanelProps) {
  return (
    <section
      aria-label="Deals"
      className="@container/deals flex min-h-0 min-w-0 flex-col border-line bg-surface desk:border-r"
    >
      <ListHeader>
        <SaveSearch isShort />
        <Suspense fallback={<span className="size-7 pointer-coarse:size-11" />}>
          <ExportMenu />
        </Suspense>
      </ListHeader>
      <AppliedFilters />
      <Progress />
      <Updates />
      <Notes />
      <div className={classNames('min-h-0 flex-1', display === 'list' && 'mx-auto w-full max-w-300')}>
        <ListKeys>
          <Deals display={display} />
        </ListKeys>
      </div>
      {onCompare ? <CompareTray onCompare={onCompare} /> : null}
    </section>
  )
}

/** Fetched by who came by a saved search, and by who put a deal away. */
function Notes() {
  useSignals()
  const { savedId, justHidden } = useBrowsePage()
  return (
    <Suspense fallback={null}>
      {savedId === null ? null : <SavedNews savedId={savedId} />}
      {justHidden.value === null ? null : <JustHidden id={justHidden.value} />}
    </Suspense>
  )
}

function Deals({ display }: { display: DealQuery['display'] }) {
  useSignals()
  const model = useBrowse()
  const { deals } = useDealServices()
  const state = model.deals.value
  const shown = model.shown.value
  if (state.phase === 'failed') {
    const failed = <ListFailed failure={state.failure} onRetry={() => void deals.load()} />
    return <First display={display} instead={failed} end={failed} />
  }
  if (shown === null) return <First display={display} instead={<ListLoading />} />
  if (shown.result.count === 0)
    return (
      // While the server is away the ways out of here may not be loaded.
      <Suspense fallback={<p className="px-4 pt-8 font-semibold text-md roomy:px-5">No deals match</p>}>
        <ZeroResults />
      </Suspense>
    )
  switch (display) {
    case 'grid':
      return <DealGrid />
    case 'table':
      return <DealTable />
    case 'map':
    case 'list':
      return <DealList />
  }
}

interface FirstProps {
  display: DealQuery['display']
  /** Where there are none. */
  instead: ReactNode
  /** Under them. */
  end?: ReactNode
}

/** The first deals until the whole list is there, also when that failed: what is shown stays. */
function First({ display, instead, end }: FirstProps) {
  useSignals()
  const model = useBrowse()
  const { firstTop } = useBrowsePage()
  const first = model.first.value
  useLayoutEffect(() => {
    // Where the keyboard was, it goes on in the whole list.
    return () => {
      const card = document.activeElement?.closest('[data-deal]')
      if (card instanceof HTMLElement) focusDeal(Number(card.dataset.deal))
    }
  }, [])
  const hasRows = display === 'map' || display === 'list'
  if (first === null || first.count === 0 || !hasRows) return instead
  return (
    <FirstList
      table={first.table}
      count={first.count}
      hiddenIds={model.hiddenIds.value}
      row={(deal) => <FirstRow deal={deal} />}
      end={end}
      onScroll={(top) => {
        firstTop.current = top
      }}
    />
  )
}

const FirstRow = ({ deal }: { deal: DealFacts }) => <DealRow {...useCardProps(deal)} />

/** 2 px at the top while the deals are asked for: the former list stays. */
function Progress() {
  useSignals()
  const progress = useDealServices().deals.progress.value
  if (progress === null) return null
  return (
    <div className="relative h-0 flex-none">
      <span
        aria-hidden="true"
        className="absolute inset-x-0 top-0 z-2 block h-0.5 origin-left animate-[page-pending_1.2s_var(--ease-in-out)_infinite] bg-accent motion-reduce:animate-none"
      />
    </div>
  )
}

/** Deals that came, went or changed do not move the others under the pointer (checklist BRW-47). */
function Updates() {
  useSignals()
  const model = useBrowse()
  const count = model.updates.value
  if (count === 0) return null
  return (
    <div className="flex flex-none items-center gap-3 border-line border-b bg-accent-soft px-4 py-1.5 text-sm roomy:px-5">
      <span role="status" className="num">
        {count === 1 ? '1 update' : `${count} updates`}
      </span>
      <Button size="sm" onClick={() => model.applyUpdates()}>
        Refresh order
      </Button>
    </div>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The list before there are deals: the places of its rows while they load, and what went wrong. */
function ListLoading() {
  return (
    <div aria-hidden="true" className="overflow-hidden">
      {ROWS.map((row) => (
        <DealRowSkeleton key={row} />
      ))}
    </div>
  )
}

function ListFailed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <div className="grid content-start justify-items-start gap-4 px-4 pt-8 pb-18 roomy:px-5">
      <div>
        <h2 className="font-semibold text-md">The deals could not be loaded</h2>
        <FailureReason className="mt-0.5 text-sm text-text-2">{failureWords(failure)}</FailureReason>
      </div>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
