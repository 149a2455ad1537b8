/** How the deals are shown: beside a map, as a list, as cards, or as a table (checklist BRW-40). */
import { useSignals } from '@preact/signals-react/runtime'
import { LayoutGrid, type LucideIcon, Map as MapIcon, Rows3, Table2 } from 'lucide-react'
import type { DealQuery } from '#shared/rules/deals/filter.ts'
import { useBrowse } from '../browse-context.tsx'

const VIEWS: readonly { display: DealQuery['display']; label: string; icon: LucideIcon }[] = [
  { display: 'map', label: 'Map', icon: MapIcon },
  { display: 'list', label: 'List', icon: Rows3 },
  { display: 'grid', label: 'Grid', icon: LayoutGrid },
  { display: 'table', label: 'Table', icon: Table2 },
]

export function ViewSwitch() {
  useSignals()
  const model = useBrowse()
  const { display } = model.query.value
  return (
    <fieldset className="inline-flex flex-none overflow-hidden rounded-md border border-line-strong max-desk:hidden">
      <legend className="sr-only">View</legend>
      {VIEWS.map((view) => (
        <button
          key={view.display}
          type="button"
          aria-pressed={display === view.display}
          title={view.label}
          onClick={() => model.change({ display: view.display })}
          className="inline-flex h-8.5 cursor-pointer items-center gap-1.5 border-line-strong px-2.75 font-medium text-sm text-text-2 not-first-of-type:border-l hover:text-text aria-pressed:bg-active aria-pressed:text-text"
        >
          <view.icon size={15} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-[1400px]:sr-only">{view.label}</span>
        </button>
      ))}
    </fieldset>
  )
}
