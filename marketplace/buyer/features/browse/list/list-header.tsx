/** Above the list: where one looks, how many deals that gives, and in which order they stand. */
import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBrowse } from '../browse-context.tsx'
import { AwayAge } from '../filters/filter-bar.tsx'
import { HiddenCount } from '../marks/hidden-count.tsx'
import { NewSince } from '../marks/new-since.tsx'
import { DealCount } from './deal-count.tsx'
import { countOf, headingOf } from './result-labels.ts'
import { sortChoices, sortOf, sortValue } from './sort-labels.ts'

/** `children` stand between the count and the order, e.g. a way to take the list away as a file. */
export function ListHeader({ children }: { children?: ReactNode }) {
  useSignals()
  const model = useBrowse()
  const query = model.query.value
  const shown = model.shown.value
  const first = model.first.value
  return (
    <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 border-line border-b bg-surface px-4 pt-3 pb-2 roomy:px-5 roomy:pt-3.5 roomy:pb-2.5">
      <h1 tabIndex={-1} className="max-w-full truncate font-semibold text-lg tracking-[-0.012em]">
        {headingOf(query.filter)}
      </h1>
      <span role="status" className="num text-sm text-text-3">
        {shown ? (
          <DealCount words={countOf(query, shown.result.count, shown.table.allCount)} />
        ) : first ? (
          <DealCount words={countOf(query, first.count, first.table.allCount)} />
        ) : (
          'Loading deals'
        )}
      </span>
      <AwayAge />
      <HiddenCount />
      <NewSince />
      <span className="ml-auto flex items-center gap-1.5">
        {children}
        <SortMenu />
      </span>
    </div>
  )
}

function SortMenu() {
  useSignals()
  const model = useBrowse()
  const { sort } = model.query.value
  return (
    <label className="relative inline-flex items-center">
      <span className="sr-only">Sort by</span>
      <select
        value={sortValue(sort)}
        onChange={(event) => {
          const chosen = sortOf(event.currentTarget.value)
          if (chosen) model.change({ sort: chosen })
        }}
        className="field-sizing-content h-7 max-w-52 cursor-pointer appearance-none truncate rounded-sm bg-surface pr-6 pl-1.5 font-medium text-sm hover:bg-hover pointer-coarse:h-9"
      >
        {sortChoices(sort).map((choice) => (
          <option key={sortValue(choice)} value={sortValue(choice)}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute right-1.5 text-text-3"
      />
    </label>
  )
}
