/** Nothing passes: which single filter to let go of, and how many deals that gives (checklist BRW-32). */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { formatNumber } from '#shared/format/count.ts'
import { Button } from '#shared/ui/button.tsx'
import { useBrowse } from '../browse-context.tsx'
import { SaveSearch } from '../saved/save-search.tsx'

/** More suggestions than this are no help. */
const SUGGESTIONS_MAX = 3

export function ZeroResults() {
  useSignals()
  const model = useBrowse()
  const shown = model.shown.value
  const { filter } = model.query.value
  const context = model.context.value
  const ways = useMemo(
    () => shown?.engine.relax(filter, context).slice(0, SUGGESTIONS_MAX) ?? [],
    [shown, filter, context],
  )
  return (
    <div className="grid content-start justify-items-start gap-4 px-4 py-8 roomy:px-5">
      <div>
        <h2 className="font-semibold text-md">No deals match these filters</h2>
        <p className="mt-0.5 text-sm text-text-2">
          {ways.length === 0 ? 'Zoom out, or clear the filters.' : 'Let go of one of them:'}
        </p>
      </div>
      {ways.length === 0 ? null : (
        <ul className="grid gap-2">
          {ways.map((way) => (
            <li key={way.key}>
              <Button onClick={() => model.change({ filter: way.filter })}>
                {way.label}
                <span className="num font-regular text-text-2">
                  {formatNumber(way.count)} {way.count === 1 ? 'deal' : 'deals'}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <SaveSearch label="Save this search and tell me of new deals" size="md" />
        <Button variant="ghost" onClick={() => model.clearFilters()}>
          Clear filters
        </Button>
      </div>
    </div>
  )
}
