/** Nothing passes: the way out of an empty part of the map, and which single filter to let go of, with what that gives (checklist BRW-32). */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { formatNumber } from '#shared/format/count.ts'
import type { Relaxation } from '#shared/rules/deals/relax.ts'
import { Button } from '#shared/ui/button.tsx'
import { useBrowse } from '../browse-context.tsx'
import { SaveSearch } from '../saved/save-search.tsx'
import { dealCount } from './result-labels.ts'

/** More suggestions than this are no help. */
const SUGGESTIONS_MAX = 3

export default function ZeroResults() {
  useSignals()
  const model = useBrowse()
  const shown = model.shown.value
  const { filter } = model.query.value
  const context = model.context.value
  const all = useMemo(() => shown?.engine.relax(filter, context) ?? [], [shown, filter, context])
  const elsewhere = all.find(({ key }) => key === 'bounds')
  const isEmpty = shown?.table.count === 0
  const ways = all.filter((way) => way !== elsewhere).slice(0, SUGGESTIONS_MAX)
  function showAll(way: Relaxation) {
    if (!shown) return
    model.change({ filter: way.filter })
    model.fit(shown.engine.boundsOf(shown.engine.run(way.filter, model.query.peek().sort, context)))
  }
  return (
    // On phones the Map button covers the end of the list, so there is space below the last button.
    <div className="grid h-full content-start justify-items-start gap-4 overflow-y-auto px-4 pt-8 pb-18 roomy:px-5">
      <div>
        <h2 className="font-semibold text-md">
          {isEmpty
            ? 'No deals yet'
            : elsewhere
              ? 'No deals in this part of the map'
              : 'No deals match these filters'}
        </h2>
        <p className="num mt-0.5 text-sm text-text-2">
          {isEmpty
            ? 'Set up a buy box to hear of the first that fit.'
            : elsewhere
              ? `${dealCount(elsewhere.count)} elsewhere ${elsewhere.count === 1 ? 'matches' : 'match'} your filters.`
              : ways.length === 0
                ? 'Zoom out, or clear the filters.'
                : 'Try removing a filter:'}
        </p>
      </div>
      {elsewhere ? (
        <Button variant="primary" onClick={() => showAll(elsewhere)}>
          {elsewhere.count === 1
            ? 'Show it on the map'
            : `Show all ${formatNumber(elsewhere.count)} on the map`}
        </Button>
      ) : null}
      {elsewhere && ways.length > 0 ? (
        <p className="text-sm text-text-2">Or stay here and remove a filter:</p>
      ) : null}
      {ways.length === 0 ? null : (
        <ul className="grid gap-2">
          {ways.map((way) => (
            <li key={way.key}>
              <Button onClick={() => model.change({ filter: way.filter })}>
                {way.label}
                <span className="num font-regular text-text-2">{dealCount(way.count)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isEmpty ? (
        <LinkButton variant="primary" href="/profile/buy-box">
          Set up a buy box
        </LinkButton>
      ) : (
        <div className="flex flex-wrap gap-2">
          <SaveSearch label="Save this search for alerts" size="md" />
          <Button variant="ghost" onClick={() => model.clearFilters()}>
            Clear filters
          </Button>
        </div>
      )}
    </div>
  )
}
