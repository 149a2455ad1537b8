/** Where to look: a place becomes a filter, an address or a deal's number leads to the deal. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { FROM_LIST } from '#marketplace/buyer/platform/deal-trail.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { dealPath } from '#marketplace/buyer/ui/deal/deal-link.tsx'
import { filterAt, placeBounds } from '#marketplace/buyer/ui/place-select/place-bounds.ts'
import { PlaceBox } from '#marketplace/buyer/ui/place-select/place-box.tsx'
import { localHistory } from '#marketplace/buyer/ui/place-select/place-history.ts'
import { createPlaceSearch, deviceWhereabouts } from '#marketplace/buyer/ui/place-select/place-search.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { addressAt } from '#shared/rules/deals/deal-facts.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { useBrowse } from '../browse-context.tsx'
import type { BrowseModel } from '../browse-model.ts'
import { useBrowsePage } from '../list/page-context.ts'
import { headingOf } from '../list/result-labels.ts'

export function LocationBox({ trailing }: { trailing?: ReactNode }) {
  useSignals()
  const services = useServices()
  const model = useBrowse()
  const browsePage = useBrowsePage()
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
        browsePage.open(Number(key))
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

interface DealJump {
  readonly id: number
  /** Its address as far as it is shown, or that it is a deal's number. */
  readonly label: string
}

/** More would hide the places. */
const JUMPS_MAX = 4
/** Fewer letters are the beginning of too many addresses. */
const ADDRESS_MIN = 4
const DEAL_PATH = /(?:^|\/)(?:deal|property|p)\/(\d{1,15})(?:[/?#]|$)/i

/**
 * Deals that somebody means by what they typed or pasted: an id, an address, a deal's link (checklist BRW-36). Pure. A
 * link's deal is offered unseen: it may not be in the list, e.g. taken down. Others are looked for in the table.
 */
export function jumpsFor(text: string, table: DealTable | null): readonly DealJump[] {
  const typed = text.trim()
  const linked = DEAL_PATH.exec(typed)?.[1]
  if (linked !== undefined) return [jumpTo(Number(linked), table)]
  const byId = /^#?(\d{1,15})$/.exec(typed)?.[1]
  if (byId !== undefined && table !== null && table.rowOf(Number(byId)) >= 0)
    return [jumpTo(Number(byId), table)]
  return table === null || typed.length < ADDRESS_MIN || !/[a-z]/i.test(typed) ? [] : byAddress(typed, table)
}

function jumpTo(id: number, table: DealTable | null): DealJump {
  const row = table?.rowOf(id) ?? -1
  return { id, label: table && row >= 0 ? `Deal ${id}, ${addressAt(table, row)}` : `Deal ${id}` }
}

/** Addresses that begin so. Each distinct text is looked at once. */
function byAddress(typed: string, table: DealTable): DealJump[] {
  const wanted = typed.toLowerCase()
  const { codes, words } = table.texts.full_address
  const found = new Set<number>()
  for (const [code, word] of words.entries())
    if (word?.slice(0, wanted.length).toLowerCase() === wanted) found.add(code)
  if (found.size === 0) return []
  const jumps: DealJump[] = []
  for (let row = 0; row < table.count && jumps.length < JUMPS_MAX; row++)
    if (found.has(codes[row] ?? 0))
      jumps.push({ id: table.numbers.id[row] ?? 0, label: addressAt(table, row) })
  return jumps
}

/** What choosing a place does: deals are filtered by it where they know it, and the map goes there. */
function lookAt(model: Pick<BrowseModel, 'changeFilter' | 'fit'>, place: PlaceWire): void {
  // A new place is another "where": the rectangle and the areas of the former one would leave nothing of it.
  model.changeFilter({ ...filterAt(place), areas: [] })
  model.fit(placeBounds(place))
}
