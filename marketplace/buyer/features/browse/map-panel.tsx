/** The map beside the list: its code comes after the list is there, and the list does without it. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { FROM_LIST } from '#marketplace/buyer/platform/deal-trail.ts'
import { withGranted } from '#marketplace/buyer/platform/granted-places.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { withSpread } from '#marketplace/buyer/platform/spread-places.ts'
import { DealPopupCard } from '#marketplace/buyer/ui/deal/deal-cards.tsx'
import { dealName } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { dealPath } from '#marketplace/buyer/ui/deal/deal-link.tsx'
import { DealRow } from '#marketplace/buyer/ui/deal/deal-row.tsx'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { MAP_AWAITED } from '#marketplace/buyer/ui/map/map-props.ts'
import { PanelBoundary } from '#marketplace/buyer/ui/panel-boundary.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useBrowse } from './browse-context.tsx'
import { useBrowsePage } from './list/page-context.ts'
import { useDeal } from './list/use-deal.ts'

/** The ground under the deals, before they and the map are there. Without it there is a skeleton. */
const FirstLook = lazyPart(
  () => import('./first-look.tsx'),
  () => <Skeleton className="size-full" />,
)
const DealMap = lazyPart(() => import('#marketplace/buyer/ui/map/deal-map.tsx'))

export function MapPanel({ isPhone }: { isPhone: boolean }) {
  useSignals()
  const { log } = useServices()
  const isReady = useBrowse().shown.value !== null
  return (
    <>
      <PanelBoundary name="The map" log={log}>
        <Suspense fallback={<MapPending />}>
          {isReady ? <MapOfDeals isPhone={isPhone} /> : <MapPending />}
        </Suspense>
      </PanelBoundary>
      {isPhone ? <SelectedCard /> : null}
    </>
  )
}

function MapPending() {
  useSignals()
  const { connection } = useServices()
  if (!connection.isOnline.value)
    return (
      <p role="status" className="grid size-full place-content-center bg-sunken p-6 text-center text-text-2">
        {MAP_AWAITED}
      </p>
    )
  return (
    <div className="grid size-full">
      <span role="status" className="sr-only">
        Loading the map
      </span>
      <Suspense fallback={<Skeleton className="size-full" />}>
        <FirstLook />
      </Suspense>
    </div>
  )
}

function MapOfDeals({ isPhone }: { isPhone: boolean }) {
  useSignals()
  const model = useBrowse()
  const browsePage = useBrowsePage()
  const { favourites, addresses } = useDealServices()
  const [, navigate] = useLocation()
  const newSinceMs = browsePage.newSinceMs.value
  const shown = model.shown.value
  const requests = addresses.requests.value
  const listed = shown?.table ?? null
  const table = useMemo(() => listed && withSpread(withGranted(listed, requests)), [listed, requests])
  const { view, filter, isMapSearch } = model.query.value
  if (shown === null || table === null) return null
  function open(id: number) {
    browsePage.open(id)
    navigate(dealPath(id), { state: FROM_LIST })
  }
  return (
    <DealMap
      label="Map of deals"
      table={table}
      result={shown.result}
      hoveredId={model.hoveredId}
      selectedId={model.selectedId}
      favourites={favourites.ids.value}
      viewed={browsePage.viewed.value}
      view={view}
      onView={model.mapMoved}
      areas={filter.areas}
      onAreas={(areas) => model.changeFilter({ areas })}
      isSearching={isMapSearch}
      onSearching={(isMapSearch) =>
        model.change({ isMapSearch, ...(isMapSearch ? {} : { filter: { ...filter, bounds: null } }) })
      }
      onSearchHere={model.searchHere}
      onOpen={open}
      fitTo={model.fitTo.value}
      nowMs={model.context.value.nowMs}
      {...(newSinceMs === null ? {} : { newSinceMs })}
      {...(isPhone ? {} : { card: (id: number) => <Popup id={id} onOpen={browsePage.open} /> })}
    />
  )
}

function Popup({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const deal = useDeal(id)
  return deal === null ? null : (
    <DealPopupCard
      deal={deal}
      onOpen={onOpen}
      corner={<HeartButton propertyId={id} name={dealName(deal)} />}
    />
  )
}

/** On phones the selected deal lies over the map, above the switch to the list. */
function SelectedCard() {
  useSignals()
  const model = useBrowse()
  const browsePage = useBrowsePage()
  const deal = useDeal(model.selectedId.value)
  if (deal === null) return null
  return (
    <section
      aria-label="Selected deal"
      className="absolute inset-x-3 bottom-18 z-(--z-sticky) overflow-hidden rounded-lg bg-overlay shadow-pop"
    >
      <DealRow
        deal={deal}
        onOpen={browsePage.open}
        corner={<HeartButton propertyId={deal.id} name={dealName(deal)} />}
      />
    </section>
  )
}
