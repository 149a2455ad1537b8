/** The filters that are on, each to be taken off by one press; the default status is one like the others (checklist BRW-20, T-15). */
import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { filterChips } from '#shared/rules/deals/filter-labels.ts'
import { useBrowse } from '../browse-context.tsx'

export function AppliedFilters() {
  useSignals()
  const model = useBrowse()
  const list = useRef<HTMLUListElement>(null)
  const { filter, isMapSearch } = model.query.value
  // While it searches as the map moves, the map's own toggle says so, and the next move would bring the chip back.
  const chips = filterChips(filter).filter(({ key }) => key !== 'bounds' || !isMapSearch)
  // Where there are no deals at all, clearing a filter shows none.
  const isEmpty = model.shown.value?.table.count === 0
  if (chips.length === 0 || isEmpty) return null

  function remove(index: number, without: typeof filter) {
    model.change({ filter: without })
    // The button goes; the keyboard goes on with the one that takes its place.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button') ?? []
      buttons[Math.min(index, buttons.length - 1)]?.focus()
    })
  }
  return (
    <ul
      ref={list}
      aria-label="Filters that are on"
      className="flex flex-wrap gap-1.5 border-line border-b px-4 py-2 roomy:px-5"
    >
      {chips.map(({ id, label, without }, index) => (
        <li key={id} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove ${label}`}
            onClick={() => remove(index, without)}
            className="num inline-flex h-6.5 max-w-full cursor-pointer items-center gap-1 rounded-sm bg-accent-soft pr-1.5 pl-2.25 font-medium text-accent-text text-xs hover:bg-accent-soft-2 pointer-coarse:h-9"
          >
            <span className="truncate">{label}</span>
            <X size={13} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={model.clearFilters}
          className="inline-flex h-6.5 cursor-pointer items-center rounded-sm px-2 font-medium text-text-2 text-xs underline-offset-3 hover:underline pointer-coarse:h-9"
        >
          Clear all
        </button>
      </li>
    </ul>
  )
}
