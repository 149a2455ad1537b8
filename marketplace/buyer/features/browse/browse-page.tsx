/** The deals: filters above, the list at the left, the map at the right; on phones one of the two. Composition only. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { use, useEffect, useMemo, useRef, useState } from 'react'
import type { DealMarksStore } from '#marketplace/buyer/platform/deal-marks-store.ts'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { markViewed, readViewed } from '#marketplace/buyer/platform/viewed-deals.ts'
import { dealPath } from '#marketplace/buyer/ui/deal/deal-link.tsx'
import { CardFilterContext } from '#marketplace/buyer/ui/deal/filter-value.tsx'
import { PrefetchContext } from '#marketplace/buyer/ui/link.tsx'
import { WhyHost } from '#marketplace/buyer/ui/match/why-host.tsx'
import { SAVED_PARAM } from '#marketplace/buyer/ui/search/search-labels.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { listFirstDeals } from '#shared/contract/first-deals.ts'
import { createBrowseAddress } from './address/browse-address.ts'
import { BrowseBody } from './browse-body.tsx'
import { BrowseProvider } from './browse-context.tsx'
import { type BrowseModel, createBrowseModel } from './browse-model.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { writtenFirstDeals } from './first-deals.ts'
import { filterByValue } from './list/filter-by-value.ts'
import { focusDeal } from './list/focus-deal.ts'
import { keepPlace, readPlace } from './list/kept-place.ts'
import { createListStop } from './list/list-stop.tsx'
import { BrowsePageContext, type BrowsePageParts, type ListHandle } from './list/page-context.ts'
import { ViewSwitch } from './list/view-switch.tsx'
import { followVisit } from './marks/follow-visit.ts'

export default function BrowsePage() {
  const model = useModel()
  const page = usePage(model)
  const { place } = page
  const prefetch = use(PrefetchContext)
  // The code of the page that is opened from here, before a card is pressed.
  useEffect(() => {
    const timer = setTimeout(() => prefetch(dealPath(0)), PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [prefetch])
  useEffect(() => {
    if (place.dealId !== null) focusDeal(place.dealId)
  }, [place])
  return (
    <BrowseProvider model={model}>
      <BrowsePageContext value={page}>
        <CardFilterContext
          value={(value) => model.changeFilter(filterByValue(model.query.peek().filter, value))}
        >
          <WhyHost>
            <div className="grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)] bg-surface">
              <FilterBar>
                <ViewSwitch />
              </FilterBar>
              <BrowseBody />
            </div>
          </WhyHost>
        </CardFilterContext>
      </BrowsePageContext>
    </BrowseProvider>
  )
}

/** What this page itself needs comes first. */
const PREFETCH_AFTER_MS = 500

/** One model a visit of the page. Nothing above it may suspend once it is made, or it would be made twice. */
function useModel(): BrowseModel {
  const { api, clock } = useServices()
  const { deals, favourites, matches, marks } = useDealServices()
  const [model] = useState(() =>
    createBrowseModel({
      address: createBrowseAddress(window, clock),
      deals,
      firstDeals: {
        written: writtenFirstDeals(document),
        ask: (query) =>
          api(listFirstDeals, { query }).then(
            ({ data }) => data,
            (error: unknown) => {
              if (error instanceof ApiError) return null
              throw error
            },
          ),
      },
      favourites: favourites.ids,
      scores: matches.scores,
      areScoresSettled: matches.isSettled,
      clock,
      beforePaint: (run) => {
        const frame = requestAnimationFrame(run)
        return () => cancelAnimationFrame(frame)
      },
    }),
  )
  useEffect(() => {
    void deals.load()
    // A buy box may have been changed since.
    void matches.load()
    void marks.load()
    const stop = followHidden(model, marks)
    return () => {
      stop()
      model.dispose()
    }
  }, [deals, matches, marks, model])
  return model
}

const followHidden = (model: BrowseModel, { hidden }: DealMarksStore) =>
  effect(() => {
    model.hiddenIds.value = hidden.value
  })

/** On this device and on others. */
const viewedOf = (here: ReadonlySignal<ReadonlySet<number>>, { seen }: DealMarksStore) =>
  computed(() => new Set([...here.value, ...seen.value]))

/** What was looked at, where the list was left, and the way from a card to its deal. */
function usePage(model: BrowseModel): BrowsePageParts {
  const { clock, user } = useServices()
  const { trail, marks } = useDealServices()
  const list = useRef<ListHandle>(null)
  const [place] = useState(() => readPlace(window.history))
  const [savedId] = useState(() => savedIdOf(window.location.search))
  const [newSinceMs] = useState(() => signal<number | null>(null))
  const [here] = useState(() => signal(readViewed(() => window.localStorage)))
  useEffect(
    () => followVisit({ user, marks, clock, storage: () => window.localStorage, newSinceMs }),
    [user, marks, clock, newSinceMs],
  )
  return useMemo(
    () => ({
      viewed: viewedOf(here, marks),
      newSinceMs,
      justHidden: signal(null),
      firstTop: { current: 0 },
      place,
      list,
      stop: createListStop(model.order),
      savedId,
      open(id) {
        const first = model.first.peek()?.table
        trail.leave(window.location.pathname + window.location.search, model.order.peek(), first)
        list.current?.savePlace()
        keepPlace(window.history, { dealId: id })
        here.value = markViewed(() => window.localStorage, id)
        marks.saw(id)
      },
    }),
    [here, place, savedId, newSinceMs, trail, marks, model],
  )
}

/** The address forgets it with the first filter that changes; what is done with the search goes on. */
function savedIdOf(search: string): number | null {
  const id = Number(new URLSearchParams(search).get(SAVED_PARAM))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
