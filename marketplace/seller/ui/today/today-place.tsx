/** Today: what needs an answer with its clock, what is due this week, and what ran out. Each row opens what it names. */

import { useSignals } from '@preact/signals-react/runtime'
import { Megaphone } from 'lucide-react'
import { useEffect } from 'react'
import { fullDayWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { allOf, groupsOf, type Now } from '#marketplace/seller/today/today-groups.ts'
import { countText, GROUP_NAMES, KINDS_NAMES, TODAY_WORDS } from '#marketplace/seller/today/today-labels.ts'
import type { TodayList } from '#marketplace/seller/today/today-rows.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { NewDeal } from '../deals/new-deal.tsx'
import { NotLoaded } from '../not-loaded.tsx'
import { KeyFigures } from './key-figures.tsx'
import { NeedRow } from './need-row.tsx'

/** The browser's: an account has none. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function TodayPlace({ store }: { store: SellerStore }) {
  useSignals()
  // The clock of the inbox is up to a minute old, which a row that has just come is not.
  const nowMs = Math.max(store.aside.nowMs.value, store.today.list.value?.atMs ?? 0)
  const now = { nowMs, zone: ZONE }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2 rail:px-6">
        <ViewHeading name={TODAY_WORDS.today} className="font-semibold text-md" />
        <p className="text-sm text-text-2 max-duo:hidden">{fullDayWords(nowMs)}</p>
        <span className="ms-auto flex gap-2">
          {store.may('outreach') ? (
            <a
              href={hashOf({ kind: 'new-blast', propertyId: null })}
              className={`${buttonClass({})} max-duo:hidden`}
            >
              <Megaphone size={15} strokeWidth={1.75} aria-hidden="true" /> New blast
            </a>
          ) : null}
          <NewDeal store={store} className="max-duo:h-11" />
        </span>
      </header>
      <div className="px-4 rail:px-6">
        <FormProblem message={store.deals.notBegun.value} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 px-4 pt-4 pb-16 rail:grid-cols-[minmax(0,1fr)_clamp(16rem,27vw,24rem)] rail:px-6">
        <Needs store={store} now={now} />
        <KeyFigures store={store} />
      </div>
    </div>
  )
}

function Needs({ store, now }: { store: SellerStore; now: Now }) {
  useSignals()
  const { list, state, isStale, load } = store.today
  useEffect(() => void load(), [load])
  if (state.value === 'loading') return <Loading />
  const found = list.value
  return (
    <section aria-labelledby="needs-title" className="min-w-0">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <h2 id="needs-title" className="font-semibold text-base">
          {TODAY_WORDS.needs}
        </h2>
        {found ? <Summary list={found} now={now} /> : null}
      </div>
      <p role="status" className="text-sm text-warn-text empty:sr-only">
        {isStale.value ? TODAY_WORDS.stale : ''}
      </p>
      {found ? (
        <Groups store={store} list={found} now={now} />
      ) : (
        <NotLoaded onRetry={() => void load()}>{TODAY_WORDS.notLoaded}</NotLoaded>
      )}
    </section>
  )
}

interface ListProps {
  list: TodayList
  now: Now
}

function Summary({ list, now }: ListProps) {
  const groups = groupsOf(list.items, now)
  const late = groups.flatMap(({ rows }) => rows).filter(({ clock }) => clock.tone === 'late').length
  const count = list.counts
    .filter(({ kind }) => kind !== 'offer_ran_out' && kind !== 'listing_ran_out')
    .reduce((sum, one) => sum + one.count, 0)
  return (
    <p role="status" className="num text-sm text-text-2">
      {count === 0 ? TODAY_WORDS.nothing : countText(count, late)}
    </p>
  )
}

function Groups({ store, list, now }: ListProps & { store: SellerStore }) {
  const groups = groupsOf(list.items, now)
  if (groups.length === 0) return <Nothing />
  return (
    <>
      {groups.map(({ group, rows }, index) => (
        <section key={group} aria-labelledby={`today-${group}`}>
          <h3
            id={`today-${group}`}
            className="border-line-strong border-b pt-4 pb-1.5 font-medium text-sm text-text-2"
          >
            {GROUP_NAMES[group]} <span className="num ms-1">{rows.length}</span>
          </h3>
          <ul>
            {rows.map((row, place) => (
              <NeedRow
                key={`${row.item.kind} ${row.item.id} ${row.item.text}`}
                row={row}
                now={now}
                isFirst={index === 0 && place === 0 && group !== 'out'}
                may={store.mayChange}
              />
            ))}
          </ul>
        </section>
      ))}
      <More list={list} />
    </>
  )
}

/** What is not listed, with the way to it. */
function More({ list }: Pick<ListProps, 'list'>) {
  const more = list.counts.flatMap(({ kind, count }) => {
    const shown = list.items.filter((item) => item.kind === kind).length
    return count > shown ? [{ kind, count, shown }] : []
  })
  if (more.length === 0) return null
  return (
    <ul className="grid gap-1 pt-4 text-sm text-text-2">
      {more.map(({ kind, count, shown }) => (
        <li key={kind}>
          Showing {shown} of {count} {KINDS_NAMES[kind]}.{' '}
          <a href={hashOf(allOf(kind))} className="target font-medium text-accent-text hover:underline">
            Show all {KINDS_NAMES[kind]}
          </a>
        </li>
      ))}
    </ul>
  )
}

const Nothing = () => (
  <div className="grid max-w-140 justify-items-start gap-4 pt-4">
    <p className="text-text-2">{TODAY_WORDS.empty}</p>
    <a href={hashOf({ kind: 'deals' })} className={buttonClass({})}>
      {TODAY_WORDS.toDeals}
    </a>
  </div>
)

const Loading = () => (
  <div role="status" className="grid gap-2">
    <span className="sr-only">{TODAY_WORDS.loading}</span>
    {['a', 'b', 'c', 'd'].map((row) => (
      <Skeleton key={row} className="h-14 rounded-md" />
    ))}
  </div>
)
