/** Where to look: a place becomes a filter, an address or a deal's number leads to the deal. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { FROM_LIST } from '#marketplace/buyer/platform/deal-trail.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { dealPath } from '#marketplace/buyer/ui/deal/deal-link.tsx'
import { PlaceBox } from '#marketplace/buyer/ui/place-select/place-box.tsx'
import { localHistory } from '#marketplace/buyer/ui/place-select/place-history.ts'
import { createPlaceSearch, deviceWhereabouts } from '#marketplace/buyer/ui/place-select/place-search.ts'
import { useBrowse } from '../browse-context.tsx'
import { useBrowsePage } from '../list/page-context.ts'
import { headingOf } from '../list/result-words.ts'
import { jumpsFor } from './deal-jump.ts'
import { lookAt } from './look-at.ts'

export function LocationBox({ trailing }: { trailing?: ReactNode }) {
  useSignals()
  const services = useServices()
  const model = useBrowse()
  const page = useBrowsePage()
  const [, navigate] = useLocation()
  const isUser = services.user.state.value.phase === 'user'
  const [search, setSearch] = useState(() => searchFor(services, isUser))
  const [madeFor, setMadeFor] = useState(isUser)
  // Whoever has logged in sees the searches of their account.
  if (madeFor !== isUser) {
    setMadeFor(isUser)
    setSearch(searchFor(services, isUser))
  }
  useEffect(() => search.dispose, [search])
  const { places } = model.query.value.filter
  return (
    <PlaceBox
      label="Search location"
      value={places.length === 0 ? '' : headingOf({ places, areas: [] })}
      search={search}
      suggest={(text) =>
        jumpsFor(text, model.shown.peek()?.table ?? null).map(({ id, label }) => ({ key: String(id), label }))
      }
      onPlace={({ value }) => lookAt(model, value.place)}
      onSuggestion={({ key }) => {
        page.open(Number(key))
        navigate(dealPath(Number(key)), { state: FROM_LIST })
      }}
      onClear={() => model.changeFilter({ places: [] })}
      trailing={trailing}
    />
  )
}

function searchFor(services: ReturnType<typeof useServices>, isUser: boolean) {
  return createPlaceSearch({
    ...services,
    whereabouts: deviceWhereabouts,
    ...(isUser ? {} : { kept: localHistory(() => window.localStorage) }),
  })
}
