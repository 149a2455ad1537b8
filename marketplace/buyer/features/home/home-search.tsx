/** Where to look: a place leads into the list there. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { filterAt } from '#marketplace/buyer/ui/place-select/place-bounds.ts'
import { PlaceBox } from '#marketplace/buyer/ui/place-select/place-box.tsx'
import { localHistory } from '#marketplace/buyer/ui/place-select/place-history.ts'
import { createPlaceSearch, deviceWhereabouts } from '#marketplace/buyer/ui/place-select/place-search.ts'
import type { LocationOptionWire, PlaceWire } from '#shared/contract/places.ts'
import { DEFAULT_QUERY } from '#shared/rules/deals/filter.ts'
import { writeQuery } from '#shared/rules/deals/query-codec.ts'
import { Button } from '#shared/ui/button.tsx'
import { browseAddress } from './browse-link.ts'

export default function HomeSearch() {
  useSignals()
  const services = useServices()
  const [, navigate] = useLocation()
  const isUser = services.user.state.value.phase === 'user'
  const [search] = useState(() =>
    createPlaceSearch({
      ...services,
      whereabouts: deviceWhereabouts,
      ...(isUser ? {} : { kept: localHistory(() => window.localStorage) }),
    }),
  )
  useEffect(() => search.dispose, [search])

  function go(option: LocationOptionWire | null) {
    navigate(option ? foundAddress(option.value.place) : browseAddress([]))
  }
  return (
    <search className="mt-6.5 flex max-w-130 gap-2">
      <div className="min-w-0 flex-1">
        <PlaceBox label="Search location" value="" search={search} onPlace={go} onClear={() => {}} />
      </div>
      {/* The first of what was found, as Enter takes it; with nothing typed, everything. */}
      <Button
        variant="primary"
        className="h-9 max-desk:h-10"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => go(search.results.peek()[0] ?? null)}
      >
        Search
      </Button>
    </search>
  )
}

/** The way from the search of the home page into the list. */
export function foundAddress(place: PlaceWire): string {
  const filter = { ...DEFAULT_QUERY.filter, ...filterAt(place) }
  return `/deals?${writeQuery({ ...DEFAULT_QUERY, filter })}`
}
